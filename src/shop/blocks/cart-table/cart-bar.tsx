import Check from '@lucide/icons/icons/check';
import { useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './cart-bar.module.css';
import { CartTools } from './cart-tools.tsx';
import { isSelectable } from './groups.ts';
import type { Drafts } from './use-drafts.ts';

interface CartBarProps extends BlockComponentProps<'cart-table'> {
  drafts: Drafts;
  isSelected: (line: CartLine) => boolean;
}

/** Stays at the foot of the window: what is chosen, what it comes to, and the way to pay. */
export function CartBar({
  lines,
  summary,
  manjians,
  texts,
  priceNotice,
  copyable,
  on,
  drafts,
  isSelected,
}: CartBarProps) {
  const [busy, setBusy] = useState(false);
  const choosable = lines.filter(isSelectable);
  const chosen = choosable.filter(isSelected);
  const seen = lines.every(({ price }) => price !== null);
  const checkout = async () => {
    setBusy(true);
    if (await drafts.settle()) await on.checkout?.();
    setBusy(false);
  };
  const fillUp = async (id: number, quantity: number) => {
    drafts.edit(id, quantity);
    await drafts.settle();
  };
  // The hint names the next one; those beyond it would only make the bar higher.
  const tiers = manjians.filter(({ status }) => status === 1);
  const {
    shipping_hint,
    yx_shipping_hint,
    hm_shipping_hint,
    manjian_hint,
    manjian_fill: more,
    coupon_hint,
    more_hints = [],
  } = summary;
  const plain = [shipping_hint, yx_shipping_hint, hm_shipping_hint, coupon_hint].filter(
    (hint) => typeof hint === 'string',
  );
  const hints = [...plain.map((text) => ({ text, url: null })), ...more_hints];
  return (
    <footer className={styles['bar']}>
      {(manjian_hint !== null || hints.length > 0 || tiers.length > 0) && (
        <ul className={styles['hints']}>
          {manjian_hint !== null && (
            <li className={styles['hint']}>
              {manjian_hint}
              {more && (
                <Button
                  size="sm"
                  className={styles['fill']}
                  onClick={() => void fillUp(more.id, more.number)}
                >
                  {fill(texts.fill, { n: more.more, unit: more.unit })}
                  <span className={styles['fillName']}>{more.name}</span>
                </Button>
              )}
            </li>
          )}
          {hints.map(({ text, url }) => (
            <li key={text} className={styles['hint']}>
              {url === null ? text : <Link to={url}>{text}</Link>}
            </li>
          ))}
          {tiers.map(({ name }) => (
            <li key={name} className={styles['met']}>
              <Icon of={Check} label={texts.met} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className={styles['main']}>
        <Checkbox
          label={texts.all}
          checked={choosable.length > 0 && chosen.length === choosable.length}
          indeterminate={chosen.length > 0 && chosen.length < choosable.length}
          disabled={choosable.length === 0}
          onChange={(selected) =>
            drafts.select(
              choosable.map(({ id }) => id),
              selected,
            )
          }
        />
        <CartTools {...{ lines, texts, copyable, on, isSelected }} className={styles['tools']} />
        <p className={cx(styles['totals'], drafts.pending && styles['pending'])} aria-live="polite">
          <span className={styles['count']}>
            {fill(texts.selected, { kinds: summary.selected_kinds, n: summary.selected_number })}
          </span>
          {summary.manjian_reduce > 0 && (
            <span className={styles['off']}>
              {fill(texts.reduce, { n: formatYuan(summary.manjian_reduce) })}
            </span>
          )}
          <span className={styles['total']}>
            {texts.total}
            <Price amount={seen ? formatYuan(summary.selected_total) : null} notice={priceNotice} size="lg" />
          </span>
        </p>
        <Button
          variant="accent"
          size="lg"
          busy={busy}
          disabled={chosen.length === 0}
          onClick={() => void checkout()}
        >
          {texts.checkout}
        </Button>
      </div>
    </footer>
  );
}
