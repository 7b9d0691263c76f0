import type { Tag } from '#generated/schemas.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { CardExtras } from './card-extras.ts';
import type { CardFacts } from './facts.ts';

/** The facts that labels depend on. */
type TaggedGoods = Pick<
  CardFacts,
  'expires' | 'dpby_number' | 'hm' | 'controlled' | 'marks' | 'yx' | 'rx'
> & {
  ladder: readonly unknown[];
  spike: { kind: string } | null;
};

/** Name of a sale's kind: 秒杀, 每日特价. */
export function saleName({ kind }: { kind: string }): string {
  return kindOf(kind)?.name ?? '';
}

/** The labels of a card: first those about the price, then warnings, then further information. */
export function tagsOf(facts: TaggedGoods, nearBefore: string, { marks = [], last }: CardExtras = {}): Tag[] {
  const near = isNearExpiry(facts.expires, nearBefore);
  const tags: (Tag | false | null | undefined)[] = [
    facts.spike !== null && { text: saleName(facts.spike), tone: 'promo' },
    ...marks,
    facts.ladder.length > 0 && { text: '阶梯价', tone: 'promo' },
    facts.dpby_number !== null && { text: '单品包邮', tone: 'promo' },
    near && { text: '近效期', tone: 'warning' },
    near && { text: '不退不换', tone: 'danger' },
    facts.hm && { text: '含麻', tone: 'danger' },
    facts.controlled && { text: '控销', tone: 'warning' },
    facts.marks.includes('冷藏') && { text: '冷藏', tone: 'info' },
    last && { text: '买过', tone: 'info' },
    facts.yx && { text: '优选', tone: 'info' },
    facts.rx === 'rx' && { text: '处方药', tone: 'neutral' },
    facts.marks.includes('医保') && { text: '医保', tone: 'neutral' },
    facts.marks.includes('进口') && { text: '进口', tone: 'neutral' },
  ];
  return tags.filter((tag) => !!tag);
}
