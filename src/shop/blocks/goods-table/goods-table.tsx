import Heart from '@lucide/icons/icons/heart';
import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { displayValue } from '#engine/runtime/format/display.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Table, type TableColumn } from '#engine/ui/table/table.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import type { GoodsCard } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import { CompareToggle } from '../compare-toggle.tsx';
import { useAddToCart } from '../use-add-to-cart.ts';
import styles from './goods-table.module.css';

type Props = BlockComponentProps<'goods-table'>;

/** Goods as dense rows, for buyers who compare: everything that decides stands in one line with the quantity. */
function GoodsTable(props: Props) {
  const { items, label } = props;
  const formats = useFormats();
  return (
    <div className={styles['frame']}>
      <Table
        caption={label}
        columns={columnsOf(props, formats)}
        rows={items}
        rowKey={(goods) => goods.id}
        rowTone={(goods) => (goods.number === 0 ? 'muted' : undefined)}
        stickyHead
      />
    </div>
  );
}

function columnsOf(props: Props, formats: Formats): TableColumn<GoodsCard>[] {
  return [
    {
      key: 'goods',
      header: props.goodsText,
      card: 'wide',
      render: (goods) => (
        <div className={styles['goods']}>
          {props.image && (
            <Link to={props.to(goods)} tabIndex={-1} aria-hidden="true" className={styles['picture']}>
              <Image src={goods.image} alt="" width={56} height={56} />
            </Link>
          )}
          <div>
            <Link to={props.to(goods)} className={styles['name']}>
              {goods.name}
            </Link>
            <div className={styles['tags']}>
              {goods.tags.map(({ text, tone }) => (
                <Tag key={text} tone={tone}>
                  {text}
                </Tag>
              ))}
              {props.on.compare && (
                <CompareToggle
                  id={goods.id}
                  name={goods.name}
                  text={props.compareText}
                  compared={props.compared}
                  choose={props.on.compare}
                />
              )}
            </div>
          </div>
        </div>
      ),
    },
    {
      key: 'spec',
      header: props.specText,
      card: 'wide',
      render: (goods) => (
        <div className={styles['stack']}>
          <span>
            {goods.ypgg}
            <span className={styles['faint']}>
              {' · '}
              {fill(props.packText, { n: goods.zbz, unit: goods.bzdw })}
            </span>
          </span>
          <span className={styles['faint']}>{goods.sccj}</span>
        </div>
      ),
    },
    ...props.columns.map(({ label, value, width }) => ({
      key: label,
      header: label,
      ...(width !== undefined && { width: `${width}px` }),
      render: (goods: GoodsCard) => displayValue(value(goods), 'text', formats) || '—',
    })),
    { key: 'expires', header: props.expiresText, width: '6.5rem', render: (goods) => goods.expires ?? '—' },
    { key: 'stock', header: props.stockText, width: '5rem', render: (goods) => goods.stock_text },
    {
      key: 'price',
      header: props.priceText,
      width: '12.5rem',
      render: (goods) => <PriceCell goods={goods} {...props} />,
    },
    {
      key: 'number',
      header: props.numberText,
      width: '12rem',
      card: 'wide',
      render: (goods) => <OrderCell goods={goods} {...props} />,
    },
  ];
}

function PriceCell({ goods, retailText, ladderText, upToText, lastText }: { goods: GoodsCard } & Props) {
  const words = goods.ladder_price_type === 2 ? ladderText : upToText;
  return (
    <div className={styles['stack']}>
      <Price
        amount={goods.price === null ? null : formatYuan(goods.price)}
        notice={goods.price_notice}
        unit={goods.bzdw}
        original={goods.original_price === null ? null : formatYuan(goods.original_price)}
        size="sm"
      />
      {goods.ladder_price.length > 1 && (
        <span className={cx(styles['faint'], styles['steps'])}>
          {goods.ladder_price.slice(1).map(
            ({ number: quantity, price }) =>
              price !== null && (
                <span key={quantity}>
                  {fill(words, { n: quantity, unit: goods.bzdw })} ¥{formatYuan(price)}
                </span>
              ),
          )}
        </span>
      )}
      {goods.last_price !== null && (
        <span className={styles['faint']}>{fill(lastText, { price: formatYuan(goods.last_price) })}</span>
      )}
      {goods.retail_price !== null && goods.ladder_price.length < 2 && (
        <span className={styles['faint']}>
          {retailText} ¥{formatYuan(goods.retail_price)}
        </span>
      )}
    </div>
  );
}

function OrderCell({
  goods,
  numberText,
  addText,
  favoriteText,
  applyText,
  on,
}: { goods: GoodsCard } & Props) {
  const { bounds, number: quantity, setNumber: setQuantity, busy, add } = useAddToCart(goods, on.add);
  const favorite = goods.is_favorite === 1;
  const { apply } = on;
  if (apply && goods.can_apply === 1) {
    return (
      <Button size="sm" onClick={() => void apply({ goods })} aria-label={`${applyText} ${goods.name}`}>
        {applyText}
      </Button>
    );
  }
  if (goods.is_buy === 0) return <span className={styles['faint']}>{goods.buy_notice}</span>;
  return (
    <div className={styles['order']}>
      <QuantityStepper
        label={`${goods.name} ${numberText}`}
        value={quantity}
        {...bounds}
        size="sm"
        onChange={setQuantity}
      />
      <Button
        variant="accent"
        size="sm"
        busy={busy}
        icon={<Icon of={ShoppingCart} />}
        onClick={() => void add()}
        aria-label={`${addText}:${goods.name}`}
      >
        {addText}
      </Button>
      {(on.favorite ?? on.unfavorite) && (
        <IconButton
          label={`${favoriteText} ${goods.name}`}
          pressed={favorite}
          size="sm"
          icon={<Icon of={Heart} />}
          onClick={() => void (favorite ? on.unfavorite : on.favorite)?.({ goods_id: goods.id })}
        />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles['frame']}>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={styles['waiting']}>
          <Skeleton width="100%" height="3.5rem" />
        </div>
      ))}
    </div>
  );
}

export default defineBlock('goods-table', GoodsTable, { Loading });
