import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatYuan } from '#domain/format.ts';
import type { CartLine } from '#generated/schemas.ts';
import { Button } from '#ui/button/button.tsx';
import { fill } from '#ui/fill.ts';
import { IconButton } from '#ui/icon-button/icon-button.tsx';
import { Image } from '#ui/image/image.tsx';
import { Link } from '#ui/link/link.tsx';
import { Price } from '#ui/price/price.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './mini-cart.module.css';

type MiniCartProps = BlockComponentProps<'mini-cart'>;

function MiniCart(props: MiniCartProps) {
  const { lines, summary, cartTo, texts } = props;
  return (
    <div className={styles['cart']}>
      <ul className={styles['lines']} aria-label={texts.label}>
        {lines.map((line) => (
          <Line key={line.id} {...props} line={line} />
        ))}
      </ul>
      <div className={styles['foot']}>
        <p className={styles['sum']}>
          <span>{fill(texts.count, { n: summary.total_number })}</span>
          <span>
            {texts.sum} <Price size="sm" amount={formatYuan(summary.total)} />
          </span>
        </p>
        <Button variant="accent" block to={cartTo}>
          {texts.go}
        </Button>
      </div>
    </div>
  );
}

function Line({ line, link, priceNotice, texts, on }: MiniCartProps & { line: CartLine }) {
  const { id, goods, number, price } = line;
  const [busy, setBusy] = useState(false);
  const { remove } = on;
  const onRemove = async () => {
    setBusy(true);
    await remove?.({ id }).finally(() => setBusy(false));
  };
  return (
    <li className={styles['line']} aria-busy={busy}>
      <Image
        src={goods.goods_image[0]?.list ?? ''}
        alt=""
        width={56}
        height={56}
        className={styles['image']}
      />
      <div className={styles['facts']}>
        <Link to={link?.(line) ?? ''} className={styles['name']}>
          {goods.name}
        </Link>
        <span className={styles['quiet']}>{goods.sccj}</span>
        <span className={styles['quiet']}>{goods.ypgg}</span>
        <span className={styles['price']}>
          <Price size="sm" amount={price === null ? null : formatYuan(price)} notice={priceNotice} /> ×{' '}
          {number}
          {goods.bzdw}
        </span>
      </div>
      {remove && (
        <IconButton
          size="sm"
          label={fill(texts.removeOf, { n: goods.name })}
          icon={<Trash2 aria-hidden="true" />}
          disabled={busy}
          onClick={() => void onRemove()}
        />
      )}
    </li>
  );
}

export default defineBlock('mini-cart', MiniCart);
