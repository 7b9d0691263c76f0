import Bell from '@lucide/icons/icons/bell';
import Heart from '@lucide/icons/icons/heart';
import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { QuantityStepper } from '#engine/ui/quantity-stepper/quantity-stepper.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { formatDate, formatYuan } from '#shop/domain/format.ts';
import { saleAvailable, unitPrice } from '#shop/domain/goods-rules.ts';
import { ladderHint, ladderHintText } from '#shop/domain/ladder.ts';
import { marginPercent } from '#shop/domain/margin.ts';
import type { AddToCart } from '../use-add-to-cart.ts';
import styles from './offer.module.css';
import { SpikeRest, SpikeStrip } from './spike-strip.tsx';

type Props = BlockComponentProps<'goods-detail'>;

/** What the good costs at the quantity that stands in the stepper, and the way into the cart. */
export function Offer({ goods, purchases, texts, on, buying, children }: Props & { buying: AddToCart }) {
  const { bounds, number: quantity, setNumber: setQuantity, busy, add } = buying;
  const unit = goods.bzdw;
  const { price, spike } = goods;
  const ladder = { type: goods.ladder_price_type, steps: goods.ladder_price };
  const { price: current, onSale } = unitPrice(goods, quantity);
  const hint = onSale ? null : ladderHint(ladder, quantity, current);
  const margin = marginPercent(goods.retail_price, current);
  const favorite = goods.is_favorite === 1;

  return (
    <section className={styles['offer']}>
      <h1 className={styles['name']}>{goods.name}</h1>
      <p className={styles['maker']}>
        {goods.sccj} · {goods.ypgg}
      </p>
      <div className={styles['tags']}>
        {goods.tags.map(({ text, tone }) => (
          <Tag key={text} tone={tone}>
            {text}
          </Tag>
        ))}
      </div>
      {spike !== null && <SpikeStrip {...{ spike, unit, texts }} />}
      {spike !== null && <SpikeRest {...{ spike, unit, texts }} />}
      <div className={styles['price']}>
        <dl className={styles['rows']}>
          <dt>{texts.price}</dt>
          <dd aria-live="polite">
            <Price
              amount={current === null ? null : formatYuan(current)}
              notice={goods.price_notice}
              unit={unit}
              original={wasPrice(goods, current)}
              size="lg"
            />
          </dd>
          {goods.last_price !== null && goods.last_at !== null && (
            <>
              <dt>{texts.last}</dt>
              <dd>
                <Last goods={goods} purchases={purchases} texts={texts} />
              </dd>
            </>
          )}
          {goods.units_sold !== null && goods.units_sold > 0 && (
            <>
              <dt>{texts.sold}</dt>
              <dd>
                {fill(texts.soldLately, { n: goods.units_sold_lately ?? 0, unit })}
                <span className={styles['faint']}>
                  {fill(texts.soldTotal, { n: goods.units_sold, unit })}
                </span>
              </dd>
            </>
          )}
          {goods.retail_price !== null && (
            <>
              <dt>{texts.retail}</dt>
              <dd>
                ¥{formatYuan(goods.retail_price)}
                {margin !== null && (
                  <span className={styles['faint']}>{fill(texts.margin, { n: margin })}</span>
                )}
              </dd>
            </>
          )}
        </dl>
        {goods.ladder_price.length > 1 && price !== null && (
          <ol className={styles['ladder']} aria-label={texts.ladder}>
            {goods.ladder_price.map((step) => (
              <li key={step.number} className={cx(step.price === current && styles['reached'])}>
                <span>
                  {fill(goods.ladder_price_type === 2 ? texts.from : texts.upTo, { n: step.number, unit })}
                </span>
                {step.price !== null && <strong>¥{formatYuan(step.price)}</strong>}
              </li>
            ))}
          </ol>
        )}
        {children}
      </div>
      <dl className={styles['rows']}>
        <dt>{texts.stock}</dt>
        <dd>
          {goods.stock_text}
          {goods.is_near === 1 && <span className={styles['notice']}>{texts.noReturn}</span>}
          {goods.expires && (
            <span className={styles['faint']}>
              {texts.expires} {goods.expires}
            </span>
          )}
        </dd>
        <dt>{texts.shipping}</dt>
        <dd>{goods.shipping_hint}</dd>
        {goods.is_buy === 1 && (
          <>
            <dt>{texts.number}</dt>
            <dd className={styles['quantity']}>
              <QuantityStepper
                label={texts.number}
                value={quantity}
                {...bounds}
                size="lg"
                onChange={setQuantity}
              />
              <span className={styles['faint']}>
                {fill(texts.pack, { n: goods.zbz, unit })} · {fill(texts.box, { n: goods.jzl, unit })}
                {goods.qg_number > 1 && ` · ${fill(texts.minimum, { n: goods.qg_number, unit })}`}
              </span>
              {hint !== null && hint.price !== null && (
                <output className={styles['hint']}>
                  {ladderHintText({ more: hint.more, price: hint.price }, unit)}
                </output>
              )}
              {spike !== null && !onSale && saleAvailable(spike) > 0 && current !== null && (
                <output className={styles['hint']}>
                  {fill(texts.spikeBeyond, { n: saleAvailable(spike), unit, price: formatYuan(current) })}
                </output>
              )}
            </dd>
          </>
        )}
      </dl>
      <div className={styles['actions']}>
        {goods.is_buy === 1 ? (
          <Button
            variant="accent"
            size="lg"
            busy={busy}
            icon={<Icon of={ShoppingCart} />}
            onClick={() => void add()}
          >
            {texts.add}
          </Button>
        ) : (
          <Unbuyable
            texts={texts}
            notice={goods.buy_notice}
            apply={on.apply && goods.can_apply === 1 ? () => void on.apply?.({ goods }) : undefined}
          />
        )}
        {(on.favorite ?? on.unfavorite) && (
          <Button
            size="lg"
            aria-pressed={favorite}
            icon={<Icon of={Heart} className={cx(favorite && styles['favorite'])} />}
            onClick={() => void (favorite ? on.unfavorite : on.favorite)?.({ goods_id: goods.id })}
          >
            {favorite ? texts.unfavorite : texts.favorite}
          </Button>
        )}
        {on.alert && price !== null && <Alert goods={goods} texts={texts} send={on.alert} />}
        {goods.cart_number > 0 && (
          <span className={styles['faint']}>{fill(texts.inCart, { n: goods.cart_number, unit })}</span>
        )}
      </div>
    </section>
  );
}

/** What this buyer paid last; where there was more than one purchase, the line opens to the others. */
function Last({ goods, purchases, texts }: Pick<Props, 'goods' | 'purchases' | 'texts'>) {
  const { last_price: price, last_at: at, bzdw: unit } = goods;
  if (price === null || at === null) return null;
  const last = fill(texts.lastAt, { price: formatYuan(price), date: formatDate(at) });
  if (purchases.length < 2) return last;
  return (
    <details className={styles['last']}>
      <summary>{last}</summary>
      <ul>
        {purchases.map((one) => (
          <li key={`${one.at} ${one.price} ${one.number}`}>
            {fill(texts.purchase, {
              price: formatYuan(one.price),
              date: formatDate(one.at),
              n: one.number,
              unit,
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The price struck out beside a lower one. */
function wasPrice({ original_price: before }: Props['goods'], current: number | null): string | null {
  return before === null || current === null || current >= before ? null : formatYuan(before);
}

interface UnbuyableProps {
  texts: Props['texts'];
  notice: string | null;
  /** Files a request for a controlled good. */
  apply: (() => void) | undefined;
}

/** Why it cannot be bought, and what would change that. */
function Unbuyable({ texts, notice, apply }: UnbuyableProps) {
  return (
    <>
      <span className={styles['notice']}>{notice}</span>
      {apply && (
        <Button variant="primary" size="lg" onClick={apply}>
          {texts.apply}
        </Button>
      )}
      <GateButton size="lg" />
    </>
  );
}

interface AlertProps {
  goods: Props['goods'];
  texts: Props['texts'];
  send: NonNullable<Props['on']['alert']>;
}

/** Subscribes to one alert: when the good is in stock again, or costs less. */
function Alert({ goods, texts, send }: AlertProps) {
  const kind = goods.number === 0 ? 'arrival' : 'price';
  return (
    <Button
      size="lg"
      variant="quiet"
      icon={<Icon of={Bell} />}
      onClick={() => void send({ goods_id: goods.id, kind })}
    >
      {kind === 'arrival' ? texts.arrival : texts.drop}
    </Button>
  );
}
