import { allowsNearExpiry, type ClaimKind, NO_RETURN_TEXT, refundsFor } from '#shop/domain/claim.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { type Claimable, claimId } from './claimable.ts';

/** A part of a claim: units of one line from one batch, and what they cost, in fen. */
export interface ClaimPart {
  row: Claimable;
  number: number;
  amount: number;
}

/**
 * Units and amounts of a claim's lines. A refusal at the door takes everything; a combination is returned as a whole, so
 * all its lines must be claimed in the same proportion.
 */
export function partsOf(
  rows: readonly Claimable[],
  lines: readonly { id: string; number: number }[],
  everything: boolean,
): ClaimPart[] | Refused {
  const requested = everything ? rows.map((row) => ({ id: claimId(row), number: row.number })) : lines;
  const quantities = new Map<Claimable, number>();
  for (const { id, number } of requested) {
    const row = rows.find((one) => claimId(one) === id);
    if (!row) return refuseField('lines', '商品已变化，请刷新后重新选择');
    const sum = (quantities.get(row) ?? 0) + number;
    if (sum > row.number) return refuseField('lines', `${row.name} 最多可申请 ${row.number} ${row.unit}`);
    quantities.set(row, sum);
  }
  if (quantities.size === 0) return refuseField('lines', '请填写申请的数量');
  const units = [...quantities].map(([row, number]) => ({ ...row, number, row }));
  const parts = refundsFor(units, ({ row }) => row.line).map(({ part: { row, number }, amount }) => ({
    row,
    number,
    amount,
  }));
  return wholeSets(rows, parts) ?? parts;
}

/** Refuses near-expiry goods, which can be returned for a fault only. */
export function nearExpiryRefusal(
  parts: readonly ClaimPart[],
  kind: ClaimKind,
  reason: string,
): Refused | null {
  const near = parts.find(({ row }) => row.nearExpiry);
  if (!near || allowsNearExpiry(kind, reason)) return null;
  return refuseField('lines', `${near.row.name}（批号 ${near.row.batchNumber}）：${NO_RETURN_TEXT}`);
}

function wholeSets(rows: readonly Claimable[], parts: readonly ClaimPart[]): Refused | null {
  const unitsOf = (requested: number) =>
    parts.filter(({ row }) => row.lineId === requested).reduce((sum, { number }) => sum + number, 0);
  const sets = Map.groupBy(
    rows.filter(({ setNo }) => setNo !== null),
    ({ setNo }) => setNo,
  );
  for (const [, group] of sets) {
    const shares = new Set(group.map(({ lineId, line }) => unitsOf(lineId) / line.quantity));
    if (shares.size > 1) {
      return refuseField('lines', `${group.map(({ name }) => name).join('、')} 是组合商品，请整套申请`);
    }
  }
  return null;
}
