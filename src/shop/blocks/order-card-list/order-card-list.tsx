import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Price } from '#engine/ui/price/price.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { OrderCard } from './order-card.tsx';
import styles from './order-card-list.module.css';

function OrderCardList(props: BlockComponentProps<'order-card-list'>) {
  const { label, orders, shown, link, payLink, emptyText, texts, on } = props;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  if (orders.length === 0) return <Empty title={emptyText} />;
  const chosen = orders.filter((order) => order.can_pay && ticked.has(order.id));
  const choose = (id: number) => (add: boolean) =>
    setTicked((before) => new Set(add ? [...before, id] : [...before].filter((other) => other !== id)));
  return (
    <div>
      <ul className={styles['list']} aria-label={label}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              shown={shown}
              to={link?.(order)}
              payTo={payLink?.(order)}
              texts={texts}
              onCancel={on.cancel}
              onConfirm={on.confirm}
              onRebuy={on.rebuy}
              chosen={ticked.has(order.id)}
              onChoose={on.payMany && order.can_pay ? choose(order.id) : undefined}
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <div className={styles['jointPayment']} role="status">
          <span>
            {fill(texts.chosen, { n: chosen.length })}{' '}
            <Price
              amount={formatYuan(chosen.reduce((sum, { due }) => sum + Math.round(due * 100), 0) / 100)}
            />
          </span>
          <Button
            variant="accent"
            onClick={() => void on.payMany?.({ ids: chosen.map(({ id }) => id).join(',') })}
          >
            {texts.payMany}
          </Button>
        </div>
      )}
    </div>
  );
}

export default defineBlock('order-card-list', OrderCardList);
