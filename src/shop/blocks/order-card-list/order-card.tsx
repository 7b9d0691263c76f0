import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { Tag, type TagTone } from '#engine/ui/tag/tag.tsx';
import { formatDateTime, formatYuan } from '#shop/domain/format.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { OrderCardProps } from './card-props.ts';
import { OrderActions } from './order-actions.tsx';
import styles from './order-card-list.module.css';

/** One order: its number and time, its first lines, what it comes to, its state and what can be done. */
export function OrderCard(props: OrderCardProps) {
  const { order, shown, to, texts, chosen, onChoose } = props;
  const rest = order.kinds - Math.min(shown, order.lines.length);
  return (
    <article className={styles['card']} aria-label={`${texts.no} ${order.no}`}>
      <header className={styles['head']}>
        {onChoose && (
          <Checkbox
            hideLabel
            label={fill(texts.choose, { no: order.no })}
            checked={chosen ?? false}
            onChange={onChoose}
          />
        )}
        <time dateTime={new Date(order.created_at * 1000).toISOString()}>
          {formatDateTime(order.created_at)}
        </time>
        <span>
          {texts.no} {to ? <Link to={to}>{order.no}</Link> : order.no}
        </span>
        <span className={styles['small']}>{order.warehouse}</span>
        <span className={styles['state']}>
          {order.hm && <Tag tone="danger">{texts.hm}</Tag>}
          {order.asks_cancel && <Tag tone="warning">{texts.asksCancel}</Tag>}
          <Tag tone={toneOf(order.status)}>{order.status_text}</Tag>
        </span>
      </header>
      <div className={styles['body']}>
        <ul className={styles['lines']}>
          {order.lines.slice(0, shown).map((line) => (
            <li key={line.id} className={styles['line']}>
              <Image className={styles['image']} src={line.image} alt="" width={48} height={48} />
              <span className={styles['goods']}>
                <span className={styles['name']}>
                  {line.name} {line.mark && <Tag tone="promo">{line.mark}</Tag>}
                </span>
                <span className={styles['small']}>
                  {line.ypgg} · {line.sccj}
                </span>
              </span>
              <span className={styles['count']}>
                ¥{formatYuan(line.price)}
                <span className={styles['small']}>
                  × {line.number} {line.bzdw}
                </span>
              </span>
            </li>
          ))}
          {rest > 0 && <li className={styles['small']}>{fill(texts.more, { n: rest })}</li>}
        </ul>
        <p className={styles['amount']}>
          <span>
            {order.payable_text} <Price amount={formatYuan(order.payable)} />
          </span>
          {order.due > 0 && order.due < order.payable && (
            <span className={styles['small']}>
              {texts.due} ¥{formatYuan(order.due)}
            </span>
          )}
          <span className={styles['small']}>
            {fill(texts.total, { kinds: order.kinds, n: order.number })}
          </span>
        </p>
        <OrderActions {...props} />
      </div>
    </article>
  );
}

/** Waiting for the buyer's money, on its way, done, or ended (domain §4). */
function toneOf(status: number): TagTone {
  if (status < 0) return 'neutral';
  if (status < ORDER_STATE.reviewing) return 'warning';
  return status < ORDER_STATE.done ? 'brand' : 'success';
}
