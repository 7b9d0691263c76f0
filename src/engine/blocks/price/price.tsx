import { cx } from '#engine/ui/cx.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Amount } from '../amount.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './price.module.css';

function PriceBlock(props: BlockComponentProps<'price'>) {
  const { amount, original, unit, note, label, size, align, button, texts } = props;
  return (
    <div className={cx(styles['price'], styles[align])}>
      {label && <span className={styles['label']}>{label}</span>}
      <Amount amount={amount} original={original} unit={unit} size={size} texts={texts} />
      {note && <span className={styles['note']}>{note}</span>}
      {amount === null && button && <GateButton size={size} />}
    </div>
  );
}

const Loading = () => <Skeleton width="9rem" height="2rem" />;

export default defineBlock('price', PriceBlock, { Loading });
