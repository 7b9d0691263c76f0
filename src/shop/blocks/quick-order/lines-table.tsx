import X from '@lucide/icons/icons/x';
import type { ReactNode } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Table, type TableColumn } from '#engine/ui/table/table.tsx';
import type { QuickGoods } from '#generated/schemas.ts';
import { formatDate, formatYuan } from '#shop/domain/format.ts';
import { QuantityCell } from './quantity-cell.tsx';
import styles from './quick-order.module.css';
import type { Props, Texts } from './texts.ts';
import { unitPrice } from './use-lines.ts';

interface LinesTableProps extends Pick<Props, 'label' | 'texts' | 'to' | 'dropText' | 'on'> {
  rows: readonly QuickGoods[];
  quantityOf: (id: number) => number;
  /** Goods id -> why it did not get into the cart. */
  reasons: ReadonlyMap<number, string>;
  onQuantity: (row: QuickGoods, quantity: number) => void;
  onMove: (row: QuickGoods, by: 1 | -1, entered: boolean) => void;
  onClear: (row: QuickGoods) => void;
}

/** The rows with all that decides an order in one line, and the quantity last. */
export function LinesTable(props: LinesTableProps) {
  return (
    <Table
      caption={props.label}
      columns={columnsOf(props)}
      rows={props.rows}
      rowKey={(row) => row.id}
      rowTone={(row) =>
        props.quantityOf(row.id) > 0 ? 'selected' : row.goods.is_buy === 0 ? 'muted' : undefined
      }
      stickyHead
      empty={<Empty title={props.texts.empty} />}
    />
  );
}

function columnsOf(props: LinesTableProps): TableColumn<QuickGoods>[] {
  const { texts, to, reasons, quantityOf, onQuantity, onMove, onClear, dropText, on } = props;
  const columns: TableColumn<QuickGoods>[] = [
    {
      key: 'goods',
      header: texts.goods,
      card: 'wide',
      render: ({ id, goods }) => (
        <Stack
          first={to ? <Link to={to({ id, goods })}>{goods.name}</Link> : goods.name}
          second={`${goods.ypgg} · ${fill(texts.pack, { n: goods.zbz })} · ${goods.sccj}`}
          strong
        />
      ),
    },
    {
      key: 'stock',
      header: texts.stock,
      width: '6.5rem',
      render: ({ goods }) => <Stack first={goods.stock_text} second={goods.expires ?? '—'} />,
    },
    { key: 'last', header: texts.last, width: '10.5rem', render: (row) => <Last row={row} texts={texts} /> },
    {
      key: 'price',
      header: texts.price,
      width: '8.5rem',
      render: (row) => <PriceNow row={row} number={quantityOf(row.id)} texts={texts} />,
    },
    {
      key: 'number',
      header: texts.number,
      width: '8.5rem',
      render: (row) => (
        <span className={styles['order']}>
          {row.goods.is_buy === 1 ? (
            <QuantityCell
              row={row}
              value={quantityOf(row.id)}
              texts={texts}
              onChange={(quantity) => onQuantity(row, quantity)}
              onMove={(by, entered) => onMove(row, by, entered)}
              onClear={() => onClear(row)}
            />
          ) : (
            <span className={styles['faint']}>{row.goods.buy_notice}</span>
          )}
          {reasons.has(row.id) && <span className={styles['bad']}>{reasons.get(row.id)}</span>}
        </span>
      ),
    },
    {
      key: 'amount',
      header: texts.amount,
      align: 'end',
      width: '6rem',
      render: (row) => amountText(row, quantityOf(row.id)),
    },
  ];
  const drop = (row: QuickGoods) =>
    dropText === undefined || !on.drop ? (
      quantityOf(row.id) > 0 && (
        <IconButton
          size="sm"
          label={fill(texts.clearRow, { n: row.goods.name })}
          icon={<Icon of={X} />}
          onClick={() => onClear(row)}
        />
      )
    ) : (
      <IconButton
        size="sm"
        label={`${dropText} ${row.goods.name}`}
        icon={<Icon of={X} />}
        onClick={() => void on.drop?.({ goods_id: row.id })}
      />
    );
  return [...columns, { key: 'drop', header: texts.action, width: '3rem', render: drop }];
}

function Stack({ first, second, strong = false }: { first: ReactNode; second: ReactNode; strong?: boolean }) {
  return (
    <span className={styles['stack']}>
      <span className={cx(strong && styles['name'])}>{first}</span>
      <span className={styles['faint']}>{second}</span>
    </span>
  );
}

function Last({ row, texts }: { row: QuickGoods; texts: Texts }) {
  if (row.last_at === null) return <span className={styles['faint']}>{texts.never}</span>;
  const price = row.last_price === null ? '' : `¥${formatYuan(row.last_price)} × ${row.last_number}`;
  return (
    <Stack first={price} second={`${formatDate(row.last_at)} · ${fill(texts.times, { n: row.times })}`} />
  );
}

/** The price for the quantity filled in, and how it compares with what was paid last. */
function PriceNow({ row, number: quantity, texts }: { row: QuickGoods; number: number; texts: Texts }) {
  const { goods, last_price } = row;
  const price = unitPrice(goods, quantity);
  if (price === null) return <span className={styles['faint']}>{goods.price_notice}</span>;
  const change = last_price === null ? 0 : Math.round((price - last_price) * 100) / 100;
  const words = change > 0 ? texts.up : texts.down;
  const compared = change === 0 ? null : fill(words, { n: formatYuan(Math.abs(change)) });
  return (
    <span className={styles['stack']}>
      <b className={styles['money']}>¥{formatYuan(price)}</b>
      {compared && <span className={change > 0 ? styles['dearer'] : styles['cheaper']}>{compared}</span>}
    </span>
  );
}

function amountText({ goods }: QuickGoods, quantity: number): string {
  const price = unitPrice(goods, quantity);
  return quantity === 0 || price === null ? '' : `¥${formatYuan((quantity * Math.round(price * 100)) / 100)}`;
}
