import Trash2 from '@lucide/icons/icons/trash';
import { useLayoutEffect, useRef, useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './mini-cart.module.css';

type MiniCartProps = BlockComponentProps<'mini-cart'>;

function MiniCart(props: MiniCartProps) {
  const { lines, summary, cartTo, texts } = props;
  const list = useRef<HTMLUListElement>(null);
  const removing = useRef<number>(null);
  /* With a line its button goes; the focus goes on to the next one, or the last. */
  useLayoutEffect(() => {
    const at = removing.current;
    if (at === null || document.activeElement !== document.body) return;
    removing.current = null;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(at, buttons.length - 1)]?.focus();
  });
  return (
    <div className={styles['cart']}>
      <ul ref={list} className={styles['lines']} aria-label={texts.label}>
        {lines.map((line, index) => (
          <Line
            key={line.id}
            {...props}
            line={line}
            onRemove={() => {
              removing.current = index;
            }}
          />
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

interface LineProps extends MiniCartProps {
  line: CartLine;
  /** Called before the line is removed. */
  onRemove: () => void;
}

function Line({ line, link, priceNotice, texts, on, onRemove }: LineProps) {
  const { id, goods, number: quantity, price } = line;
  const [busy, setBusy] = useState(false);
  const { remove } = on;
  const to = link?.(line);
  const take = async () => {
    if (busy) return;
    setBusy(true);
    onRemove();
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
        {to === undefined ? (
          <span className={styles['name']}>{goods.name}</span>
        ) : (
          <Link to={to} className={styles['name']}>
            {goods.name}
          </Link>
        )}
        <span className={styles['quiet']}>{goods.sccj}</span>
        <span className={styles['quiet']}>{goods.ypgg}</span>
        <span className={styles['price']}>
          <Price size="sm" amount={price === null ? null : formatYuan(price)} notice={priceNotice} /> ×{' '}
          {quantity}
          {goods.bzdw}
        </span>
      </div>
      {remove && (
        <IconButton
          size="sm"
          label={fill(texts.removeOf, { n: goods.name })}
          icon={<Icon of={Trash2} />}
          aria-disabled={busy}
          onClick={() => void take()}
        />
      )}
    </li>
  );
}

export default defineBlock('mini-cart', MiniCart);
