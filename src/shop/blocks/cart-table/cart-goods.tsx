import { Link } from '#engine/ui/link/link.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import styles from './cart-table.module.css';
import { isWaiting } from './groups.ts';
import type { Texts } from './texts.ts';

interface CartGoodsFactsProps {
  line: CartLine;
  to: string | undefined;
  texts: Texts;
  dead: boolean;
}

/** Name, maker, spec, tags; the reason why it cannot be bought, or what would make it cheaper. */
export function CartGoodsFacts({ line, to, texts, dead }: CartGoodsFactsProps) {
  const { goods } = line;
  const waiting = isWaiting(line) ? goods.buy_notice : null;
  const hints = [waiting, line.sale_hint, line.ladder_hint, line.dpby_hint].filter(
    (hint) => typeof hint === 'string',
  );
  return (
    <div className={styles['goods']}>
      <p className={styles['name']}>{to ? <Link to={to}>{goods.name}</Link> : goods.name}</p>
      <p className={styles['small']}>{[goods.ypgg, goods.sccj].filter(Boolean).join(' · ')}</p>
      {dead ? (
        <p className={styles['reason']}>
          {goods.buy_notice ?? (goods.is_buy === 0 ? texts.unavailable : texts.noStock)}
        </p>
      ) : (
        <>
          <p className={styles['tags']}>
            {line.type === LINE_TYPE.spike && (
              <Tag tone="promo" solid>
                {line.explanation?.steps.find(({ promotion_id }) => promotion_id === line.promotion_id)
                  ?.label ?? texts.spike}
              </Tag>
            )}
            {line.type === LINE_TYPE.combination && (
              <Tag tone="promo">{line.combination.length > 0 ? texts.combination : line.set_name}</Tag>
            )}
            {goods.tags.map((tag) => (
              <Tag key={tag.text} tone={tag.tone}>
                {tag.text}
              </Tag>
            ))}
          </p>
          {hints.map((hint) => (
            <p key={hint} className={styles['hint']}>
              {hint}
            </p>
          ))}
        </>
      )}
    </div>
  );
}
