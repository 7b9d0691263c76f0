import { type PricedLine, priceCart } from './cart.ts';
import type { CartEntry } from './cart-entry.ts';
import type { LineGift } from './cart-gifts.ts';
import { LINE_TYPE } from './cart-totals.ts';
import type { PurchasePiece, PurchaseTerms, RepriceConditions, Units } from './purchase-terms.ts';

/** Cart lines of a part of a purchase, and the pieces behind lines that the purchase did not have. */
export interface PartLines {
  lines: PricedLine[];
  /** Line id -> key of the piece. */
  separatePieces: ReadonlyMap<number, number>;
}

/** More than any order: what was ordered was in stock. */
const UNLIMITED_STOCK = 1_000_000_000;

/** Prices the lines of a part of a purchase as a cart, with the gifts of it that it has earned. */
export function priceLines(
  terms: PurchaseTerms,
  units: Units,
  { conditions, couponed }: { conditions: RepriceConditions; couponed: boolean },
): PartLines {
  const separatePieces = new Map<number, number>();
  const nextId = counterFrom(Math.max(0, ...terms.entries.map(({ id }) => id)) + 1);
  const separate = (entry: CartEntry, piece: PurchasePiece, quantity: number): CartEntry => {
    const id = nextId();
    separatePieces.set(id, piece.key);
    return { ...asPlainEntry(entry), id, quantity };
  };
  const price = (entries: readonly CartEntry[]) => priceCart(entries, { ...terms.cart, couponed }).lines;
  const entries = withEarnedExchanges(
    terms.entries.flatMap((entry) =>
      remainingEntries(atTeamPrice(entry, terms, conditions), terms, units, separate),
    ),
    price,
  );
  const { given, bought } = shareGifts(terms, units, price(entries), separate);
  const lines = price([...entries, ...bought]);
  return {
    separatePieces,
    lines: lines.map((line) => {
      const gifts = given.get(line.id) ?? [];
      const giftTotal = gifts.reduce((sum, gift) => sum + gift.price * gift.quantity, 0);
      return { ...line, gifts, giftTotal };
    }),
  };
}

type SeparateEntry = (entry: CartEntry, piece: PurchasePiece, quantity: number) => CartEntry;

function counterFrom(first: number): () => number {
  let next = first;
  return () => next++;
}

/** The good as a plain line, without a chosen promotion. */
function asPlainEntry(entry: CartEntry): CartEntry {
  return { ...entry, type: LINE_TYPE.plain, promotionId: null, parts: [], stock: UNLIMITED_STOCK };
}

function atTeamPrice(
  entry: CartEntry,
  { teamPrice }: PurchaseTerms,
  { teamHolds }: RepriceConditions,
): CartEntry {
  if (teamPrice === null || !teamHolds) return entry;
  return { ...entry, listPrice: teamPrice, basePrice: teamPrice, ladder: { type: 2, steps: [] } };
}

/** What the part has of a line: whole sets, and the goods that are left of others apart. */
function remainingEntries(
  entry: CartEntry,
  { pieces }: PurchaseTerms,
  units: Units,
  separate: SeparateEntry,
): CartEntry[] {
  const own = pieces.filter(({ lineId, gift }) => lineId === entry.id && !gift);
  const has = ({ key }: PurchasePiece) => units.get(key) ?? 0;
  if (entry.parts.length === 0) {
    return own
      .filter((piece) => has(piece) > 0)
      .map((piece) => ({ ...entry, quantity: has(piece), stock: UNLIMITED_STOCK }));
  }
  const sets = Math.min(...own.map((piece) => Math.floor((has(piece) * entry.quantity) / piece.quantity)));
  const parts = entry.parts.map((part) => ({ ...part, stock: UNLIMITED_STOCK }));
  const whole = sets > 0 ? [{ ...entry, quantity: sets, parts, stock: UNLIMITED_STOCK }] : [];
  const rest = own.flatMap((piece) => {
    const left = has(piece) - (sets * piece.quantity) / entry.quantity;
    const part = entry.parts.find(({ goodsId }) => goodsId === piece.goodsId);
    if (left === 0 || !part) return [];
    const { goodsId, price } = part;
    const good = { ...entry, goodsId, listPrice: price, basePrice: price };
    return [separate(good, piece, left)];
  });
  return [...whole, ...rest];
}

/** The same lines, with those exchanges as plain lines that the others have not earned. */
function withEarnedExchanges(
  entries: readonly CartEntry[],
  price: (of: readonly CartEntry[]) => PricedLine[],
): CartEntry[] {
  const refused = new Set(
    price(entries)
      .filter(({ selected, entry }) => !selected && entry.promotionId !== null && entry.parts.length === 0)
      .map(({ id }) => id),
  );
  if (refused.size === 0) return [...entries];
  return withEarnedExchanges(
    entries.map((entry) => (refused.has(entry.id) ? asPlainEntry(entry) : entry)),
    price,
  );
}

/** Which of the gifts that the part has it has earned, by line, and the others as lines that are bought. */
function shareGifts(
  { pieces, giftEntries }: PurchaseTerms,
  units: Units,
  lines: readonly PricedLine[],
  separate: SeparateEntry,
): { given: Map<number, LineGift[]>; bought: CartEntry[] } {
  const given = new Map<number, LineGift[]>();
  const bought: CartEntry[] = [];
  const left = new Map(
    lines.flatMap(({ id, gifts }) => gifts.map((gift) => [gift.offerId, { lineId: id, gift }] as const)),
  );
  for (const piece of pieces.filter(({ gift }) => gift)) {
    const quantity = units.get(piece.key) ?? 0;
    const host = piece.offerId === null ? undefined : left.get(piece.offerId);
    const free = Math.min(quantity, host?.gift.quantity ?? 0);
    if (host && free > 0) {
      given.set(host.lineId, [...(given.get(host.lineId) ?? []), { ...host.gift, quantity: free }]);
    }
    const good = giftEntries.find(({ goodsId }) => goodsId === piece.goodsId);
    if (quantity > free && good) bought.push(separate(good, piece, quantity - free));
  }
  return { given, bought };
}
