import Banknote from '@lucide/icons/icons/banknote';
import CircleCheck from '@lucide/icons/icons/circle-check';
import CircleX from '@lucide/icons/icons/circle-x';
import Clock from '@lucide/icons/icons/clock';
import CreditCard from '@lucide/icons/icons/credit-card';
import Package from '@lucide/icons/icons/package';
import Star from '@lucide/icons/icons/star';
import Ticket from '@lucide/icons/icons/ticket';
import Truck from '@lucide/icons/icons/truck';
import Wallet from '@lucide/icons/icons/wallet';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './figures.module.css';

const ICONS = {
  wallet: Wallet,
  card: CreditCard,
  star: Star,
  ticket: Ticket,
  cash: Banknote,
  clock: Clock,
  package: Package,
  truck: Truck,
  check: CircleCheck,
  cancel: CircleX,
};

type Item = BlockComponentProps<'figures'>['items'][number];

function Figures({ items, label, look, currencyUnit }: BlockComponentProps<'figures'>) {
  const row = look === 'row';
  return (
    <ul className={row ? styles['row'] : styles['figures']} aria-label={label}>
      {items.map((item) => (
        <li
          key={item.label}
          className={cx(row ? styles['entry'] : styles['figure'], item.tone === 'late' && styles['late'])}
        >
          {item.to ? (
            <Link to={item.to} className={styles['link']}>
              <Figure {...item} withIcon={row} currency={item.unit === currencyUnit} />
            </Link>
          ) : (
            <Figure {...item} withIcon={row} currency={item.unit === currencyUnit} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Shown {
  withIcon: boolean;
  /** An amount, written with its symbol. */
  currency: boolean;
}

function Figure({ label, value, unit, note, icon: name, withIcon, currency }: Item & Shown) {
  const formats = useFormats();
  const icon = withIcon && name !== undefined ? ICONS[name] : undefined;
  return (
    <>
      {icon && <Icon of={icon} className={styles['icon']} />}
      <span className={styles['label']}>{label}</span>
      <b className={cx(styles['value'], value === 0 && styles['zero'])}>
        {currency ? formats.money(value) : unit === 'money' ? formats.amount(value) : formats.number(value)}
      </b>
      {note && <span className={styles['note']}>{note}</span>}
    </>
  );
}

export default defineBlock('figures', Figures, { Loading: () => <Skeleton lines={4} /> });
