import type { Fen } from './money.ts';

/** Kinds of returns (1 to 3) and of after-sales requests (11 to 14), domain §4. */
export const CLAIM_KIND = {
  refundOnly: 1,
  returnGoods: 2,
  refusal: 3,
  exchange: 11,
  resend: 12,
  papers: 13,
  priceProtection: 14,
} as const;

export type ClaimKind = (typeof CLAIM_KIND)[keyof typeof CLAIM_KIND];

/** The two families: what gives money back for goods, and everything else. */
export type ClaimFamily = 'return' | 'after_sales';

/** States of both families (domain §4). */
export const CLAIM_STATE = {
  reviewing: 10,
  toSend: 20,
  toInspect: 30,
  toSettle: 40,
  done: 50,
  refused: -10,
  withdrawn: -20,
} as const;

export type ClaimState = (typeof CLAIM_STATE)[keyof typeof CLAIM_STATE];

/** Why goods are claimed (domain §4). The last ones need no fault of ours. */
export const CLAIM_REASONS = [
  '破损',
  '少货',
  '错发',
  '质量问题',
  '批号效期不符',
  '近效期未告知',
  '包装污染',
  '冷链异常',
  '召回',
  '资料缺失',
  '其他',
] as const;

/** Reasons that lie with the shop or the maker: they hold for goods that are sold without a right to return them, too. */
const FAULTS: readonly string[] = [
  '破损',
  '少货',
  '错发',
  '质量问题',
  '批号效期不符',
  '包装污染',
  '冷链异常',
  '召回',
] satisfies (typeof CLAIM_REASONS)[number][];

/** The notice on goods near their expiry (domain §2 jxqzc). */
export const NO_RETURN_TEXT = '近效期商品不退不换，质量问题、破损、错发、少货、召回等除外';

/** Whether a claim of this kind may include goods that were sold as near their expiry: 不退不换, unless for a fault. */
export function allowsNearExpiry(kind: ClaimKind, reason: string): boolean {
  return (familyOf(kind) !== 'return' && kind !== CLAIM_KIND.exchange) || FAULTS.includes(reason);
}

interface KindFacts {
  text: string;
  family: ClaimFamily;
  /** The states after the review, in order. */
  states: readonly ClaimState[];
  /** What the last step before the end is called. */
  settleText: string;
}

const KINDS: Record<ClaimKind, KindFacts> = {
  1: { text: '仅退款', family: 'return', states: [40], settleText: '待退款' },
  2: { text: '退货退款', family: 'return', states: [20, 30, 40], settleText: '待退款' },
  3: { text: '拒收', family: 'return', states: [30, 40], settleText: '待退款' },
  11: { text: '换货', family: 'after_sales', states: [20, 30, 40], settleText: '待换发' },
  12: { text: '补发', family: 'after_sales', states: [40], settleText: '待补发' },
  13: { text: '补资料', family: 'after_sales', states: [40], settleText: '待补资料' },
  14: { text: '价格保护', family: 'after_sales', states: [40], settleText: '待退款' },
};

/** The kinds of a family, in the order in which buyers choose. */
export function kindsOf(family: ClaimFamily): ClaimKind[] {
  return Object.values(CLAIM_KIND).filter((kind) => familyOf(kind) === family);
}

/** The kind's name, as buyers read it. */
export function claimKindText(kind: ClaimKind): string {
  return KINDS[kind].text;
}

export function familyOf(kind: ClaimKind): ClaimFamily {
  return KINDS[kind].family;
}

/** The kind behind a number from outside, when it belongs to the family. */
export function asClaimKind(value: number, family: ClaimFamily): ClaimKind | null {
  return kindsOf(family).find((kind) => kind === value) ?? null;
}

/** The kinds whose units come back or are replaced: while one is open, its units cannot be claimed a second time. */
export const BINDING_KINDS: readonly ClaimKind[] = Object.values(CLAIM_KIND).filter(
  (kind) => familyOf(kind) === 'return' || sendsGoods(kind),
);

/** Whether the shop ends such a claim by sending goods. */
export function sendsGoods(kind: ClaimKind): boolean {
  return kind === CLAIM_KIND.exchange || kind === CLAIM_KIND.resend;
}

/** The state's name; the last step before the end is called by what the kind waits for. */
export function claimStateText(kind: ClaimKind, state: ClaimState): string {
  if (state === CLAIM_STATE.toSettle) return KINDS[kind].settleText;
  const texts: Record<Exclude<ClaimState, 40>, string> = {
    10: '待审核',
    20: '待寄回',
    30: '待验收',
    50: '已完成',
    [-10]: '已驳回',
    [-20]: '已撤销',
  };
  return texts[state];
}

/** The state that follows when a step went well; `null` at an end. */
export function nextClaimState(kind: ClaimKind, state: ClaimState): ClaimState | null {
  if (!isOpenClaim(state)) return null;
  const way: readonly ClaimState[] = [CLAIM_STATE.reviewing, ...KINDS[kind].states, CLAIM_STATE.done];
  return way[way.indexOf(state) + 1] ?? null;
}

/** The states of a claim that is not ended. */
export const OPEN_CLAIMS: readonly ClaimState[] = Object.values(CLAIM_STATE).filter(isOpenClaim);

/** Not ended: neither done, refused nor withdrawn. */
function isOpenClaim(state: ClaimState): boolean {
  return state >= CLAIM_STATE.reviewing && state <= CLAIM_STATE.toSettle;
}

/** What the buyer may do. Goods that are on their way back, or money that is, cannot be called back. */
export function claimAbilities(state: ClaimState): { canCancel: boolean; canShip: boolean } {
  return {
    canCancel: state === CLAIM_STATE.reviewing || state === CLAIM_STATE.toSend,
    canShip: state === CLAIM_STATE.toSend,
  };
}

/** What a refund of units of a line depends on. Fen. */
export interface RefundableLine {
  quantity: number;
  short: number;
  returned: number;
  payable: Fen;
  refunded: Fen;
}

/**
 * What `units` of a line give back, of what is not yet given back: floored, and the last unit takes the rest, so that a
 * line's refunds add up to exactly what was paid for it, in whatever parts they are made.
 */
export function refundFor(line: RefundableLine, units: number): Fen {
  const left = line.quantity - line.short - line.returned;
  const money = line.payable - line.refunded;
  if (units >= left) return money;
  return Number((BigInt(money) * BigInt(units)) / BigInt(left));
}

/** Units of a line from one batch that are to go back. */
export interface UnitsBack {
  lineId: number;
  batchId: number;
  number: number;
}

/**
 * What parts give back that go back together: line by line, and within a line batch by batch, each of what the one
 * before it has left. In whatever order the parts are given, the same amounts come out, in fixed order.
 */
export function refundsFor<Part extends UnitsBack>(
  parts: readonly Part[],
  lineOf: (part: Part) => RefundableLine,
): { part: Part; amount: Fen }[] {
  const before = new Map<number, { units: number; money: Fen }>();
  return parts
    .toSorted((a, b) => a.lineId - b.lineId || a.batchId - b.batchId)
    .map((part) => {
      const { units, money } = before.get(part.lineId) ?? { units: 0, money: 0 };
      const line = lineOf(part);
      const amount = refundFor(
        { ...line, returned: line.returned + units, refunded: line.refunded + money },
        part.number,
      );
      before.set(part.lineId, { units: units + part.number, money: money + amount });
      return { part, amount };
    });
}
