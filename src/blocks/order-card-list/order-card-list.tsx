import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './order-card-list.module.css';

function OrderCardList(props: BlockComponentProps<'order-card-list'>) {
  const { label, orders, shown, link, payLink, emptyText, texts, on } = props;
  if (orders.length === 0) return <Empty title={emptyText} />;
  return (
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
          />
        </li>
      ))}
    </ul>
  );
}

export default defineBlock('order-card-list', OrderCardList);
