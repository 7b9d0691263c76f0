import type { Cart } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import type { Fen } from '#shop/domain/money.ts';
import { quote } from '#shop/domain/price.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type CartFacts, lineName } from './facts.ts';
import { entryOf } from './price.ts';
import { judgeLine } from './rules.ts';

/** What a buyer sees of a line: its unit price before promotions, and why it cannot be bought. */
export interface Seen {
  id: number;
  fen: Fen | null;
  notice: string | null;
}

/** What a line shows now. A set and an exchange have no price of their own to compare. */
export function seenNow(line: CartFacts, cart: readonly CartFacts[], buyer: Member): Seen {
  const { notice } = judgeLine(line, cart, buyer);
  if (line.promotion_id !== null || line.parts.length > 0) return { id: line.id, fen: null, notice };
  const { basePrice, ladder } = entryOf(line, true);
  return { id: line.id, fen: quote({ basePrice, ladder, offers: [] }, line.number).price, notice };
}

/** What has changed since the buyer last saw its cart: prices, and lines that can no longer be bought as they are. */
export function cartChanges(facts: readonly CartFacts[], buyer: Member): NonNullable<Cart['changes']> {
  return facts.flatMap((line) => {
    const now = seenNow(line, facts, buyer);
    const name = lineName(line);
    if (now.notice !== null && now.notice !== line.seen_notice) {
      return [{ id: line.id, goods_id: line.goods_id, name, text: now.notice }];
    }
    if (now.fen === null || line.seen_fen === null || now.fen === line.seen_fen) return [];
    const way = now.fen > line.seen_fen ? '涨到' : '降到';
    const text = `单价由 ${formatFen(line.seen_fen)} ${way} ${formatFen(now.fen)}`;
    return [{ id: line.id, goods_id: line.goods_id, name, text }];
  });
}
