import Trash from '@lucide/icons/icons/trash';
import { useState } from 'react';
import type { CartItem } from '#engine/generated/schemas.ts';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { TagList } from '#engine/ui/tag/tag-list.tsx';
import { Amount } from '../amount.tsx';
import { useFormats } from '../use-formats.ts';
import styles from './cart-lines.module.css';
import type { LineProps } from './line-props.ts';
import { Quantity } from './quantity.tsx';

/** One line: what it is, what it costs, how many; dimmed with the reason when it cannot be bought. */
export function Line({ line, to, draft, texts, edit, remove }: LineProps) {
  const { name, image, options, price, original_price: original, unit, tags, notice, unavailable } = line;
  const quantity = draft ?? line.quantity;
  return (
    <li className={cx(styles['line'], unavailable && styles['dead'])}>
      <Image className={styles['image']} src={image ?? ''} alt="" width={80} height={80} />
      <div className={styles['product']}>
        <p className={styles['name']}>{to ? <Link to={to}>{name}</Link> : name}</p>
        {options && <p className={styles['small']}>{options}</p>}
        <TagList tags={tags} />
        {unavailable ? (
          <p className={styles['reason']}>{unavailable}</p>
        ) : (
          notice && <p className={styles['notice']}>{notice}</p>
        )}
      </div>
      <div className={styles['price']}>
        <Amount amount={price} original={original} unit={unit} size="sm" texts={texts} />
      </div>
      <Quantity line={line} quantity={quantity} busy={draft !== undefined} texts={texts} edit={edit} />
      <Sum line={line} quantity={quantity} pending={draft !== undefined} />
      {remove && <Remove text={`${texts.remove} ${name}`} remove={remove} />}
    </li>
  );
}

interface SumProps {
  line: CartItem;
  quantity: number;
  pending: boolean;
}

/** Price × quantity; the server's own figure as long as the quantity is the one that it knows. */
function Sum({ line: { price, amount, quantity: known }, quantity, pending }: SumProps) {
  const formats = useFormats();
  const computed = price === null ? null : times(price, quantity);
  const shown = quantity === known ? (amount ?? computed) : computed;
  return (
    <p className={cx(styles['amount'], pending && styles['pending'])} aria-busy={pending || undefined}>
      {shown === null ? '—' : formats.money(shown)}
    </p>
  );
}

/** Amounts as binary fractions do not multiply exactly: what is off by less than a millionth is no money. */
const times = (price: number, quantity: number) => Number((price * quantity).toFixed(6));

function Remove({ text, remove }: { text: string; remove: NonNullable<LineProps['remove']> }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await remove();
    setBusy(false);
  };
  return (
    <IconButton
      className={styles['remove']}
      size="sm"
      label={text}
      icon={<Icon of={Trash} />}
      // Not `disabled`: a question before it gives the focus back to this button.
      aria-disabled={busy || undefined}
      onClick={() => void (busy || press())}
    />
  );
}
