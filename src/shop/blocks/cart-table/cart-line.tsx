import Clock from '@lucide/icons/icons/clock';
import Trash from '@lucide/icons/icons/trash';
import { useState } from 'react';
import type { Outcome } from '#engine/runtime/outcome.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { CartGoodsFacts } from './cart-goods.tsx';
import styles from './cart-table.module.css';
import { isDead, isSelectable, isShort, isWaiting } from './groups.ts';
import { LineExtras } from './line-extras.tsx';
import { figuresFor } from './line-figures.ts';
import { LineAmount, LinePrice } from './line-money.tsx';
import type { Texts } from './texts.ts';
import type { Draft } from './use-drafts.ts';

interface CartLineRowProps {
  line: CartLine;
  draft: Draft;
  selected: boolean;
  to: string | undefined;
  texts: Texts;
  priceNotice: string | undefined;
  onEdit: (quantity: number) => void;
  onSelect: (selected: boolean) => void;
  onLater: (() => void) | undefined;
  onRemove: () => Promise<Outcome> | undefined;
}

/** One line: what it is, what it costs, how many; dimmed with the reason when it cannot be bought. */
export function CartLineRow(props: CartLineRowProps) {
  const { line, draft, selected, to, texts, priceNotice, onEdit, onSelect, onLater, onRemove } = props;
  const [removing, setRemoving] = useState(false);
  const [beyond, setBeyond] = useState(false);
  const { goods } = line;
  const dead = isDead(line);
  const quantity = draft.quantity ?? line.number;
  const short = isShort({ ...line, number: quantity });
  const figures = figuresFor(line, quantity);
  const remove = async () => {
    setRemoving(true);
    await onRemove();
    setRemoving(false);
  };
  return (
    <li className={cx(styles['line'], dead && styles['dead'], selected && !dead && styles['selected'])}>
      <Checkbox
        className={styles['check']}
        label={fill(texts.selectLine, { n: goods.name })}
        hideLabel
        checked={selected && isSelectable(line)}
        disabled={dead || short || isWaiting(line)}
        onChange={onSelect}
      />
      <Image
        className={styles['image']}
        src={goods.goods_image[0]?.list ?? ''}
        alt=""
        width={72}
        height={72}
      />
      <CartGoodsFacts line={line} to={to} texts={texts} dead={dead} />
      <span className={styles['expires']}>
        <span className={styles['cellLabel']}>{texts.expires}</span>
        {goods.expires ?? '—'}
      </span>
      <LinePrice line={line} price={figures.price} texts={texts} notice={priceNotice} />
      <span className={styles['number']}>
        {dead ? (
          `× ${line.number}`
        ) : (
          <QuantityStepper
            size="sm"
            label={fill(texts.numberOf, { n: goods.name })}
            value={quantity}
            min={goods.qg_number}
            step={goods.multiple}
            max={goods.number}
            busy={draft.quantity !== undefined}
            onAboveMax={() => setBeyond(true)}
            onChange={(next) => {
              setBeyond(false);
              onEdit(next);
            }}
          />
        )}
        {!dead && <StockNote line={line} short={short} texts={texts} />}
        {beyond && (
          <span role="status" className={styles['beyond']}>
            {fill(texts.beyond, { n: goods.number, unit: goods.bzdw })}
          </span>
        )}
      </span>
      <LineAmount line={line} amount={figures.amount} pending={draft.quantity !== undefined} texts={texts} />
      <span className={styles['remove']}>
        {onLater && (
          <IconButton
            size="sm"
            label={`${texts.later} ${goods.name}`}
            icon={<Icon of={Clock} />}
            onClick={onLater}
          />
        )}
        <IconButton
          size="sm"
          label={`${texts.remove} ${goods.name}`}
          icon={<Icon of={Trash} />}
          // Not `disabled`: the question before it gives the focus back to this button.
          aria-disabled={removing || undefined}
          onClick={() => void (removing || remove())}
        />
      </span>
      <LineExtras line={line} texts={texts} />
    </li>
  );
}

function StockNote({ line: { goods }, short, texts }: { line: CartLine; short: boolean; texts: Texts }) {
  const facts = [
    goods.zbz > 1 && fill(texts.package, { n: goods.zbz }),
    short && texts.noStock,
    // Plenty is not worth a word; little is.
    goods.number < 100 && fill(texts.stock, { n: goods.number }),
  ];
  return (
    <span className={cx(styles['small'], short && styles['warning'])}>
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}
