import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Price } from '#engine/ui/price/price.tsx';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import { formatYuan } from '#shop/domain/format.ts';
import { ChangedPrices } from './changed-prices.tsx';
import styles from './checkout-summary.module.css';
import { PreviousAmount } from './previous-amount.tsx';
import { useOrderOptions } from './use-order-options.ts';

type Props = BlockComponentProps<'checkout-summary'>;

function CheckoutSummary(props: Props) {
  const { label, rows, remark, remarkLabel, remarkPlaceholder, remarkMax, submitText, address } = props;
  const { choice, keep, on } = props;
  const orderOptions = useOrderOptions(keep, choice?.options.map(({ value }) => value) ?? []);
  const [busy, setBusy] = useState(false);
  /** What was shown when the server refused: beside it stands what is due now. */
  const [before, setBefore] = useState<Pick<Props, 'rows' | 'payable' | 'prices'> | null>(null);
  const changed = before !== null && before.payable !== props.payable;
  const earlier = (name: string) => before?.rows.find((row) => row.label === name)?.amount;
  const submit = async () => {
    setBusy(true);
    const outcome = await on.submit?.({ remark: orderOptions.remark.trim(), choice: orderOptions.choice });
    // Nothing is taken as ordered until the page has moved on: a second press stays without effect.
    if (outcome?.ok) {
      orderOptions.forget();
      return;
    }
    if (outcome && outcome.code > 0) {
      setBefore({ rows, payable: props.payable, prices: props.prices });
      await on.refused?.();
    }
    setBusy(false);
  };
  return (
    <section className={cx(styles['summary'], props.beside && styles['beside'])} aria-label={label}>
      <div className={styles['remark']}>
        {choice && (
          <RadioGroup
            legend={choice.label}
            layout="row"
            value={orderOptions.choice}
            options={choice.options}
            onChange={(value) => orderOptions.change({ choice: value })}
          />
        )}
        {remark && (
          <TextArea
            label={remarkLabel}
            placeholder={remarkPlaceholder}
            maxLength={remarkMax}
            value={orderOptions.remark}
            onChange={(event) => orderOptions.change({ remark: event.target.value })}
          />
        )}
      </div>
      {changed && (
        <div className={styles['changed']} role="alert">
          {props.changedText}
          <ChangedPrices before={before.prices} now={props.prices} label={props.beforeLabel} />
        </div>
      )}
      <dl className={styles['rows']}>
        {rows
          .filter(({ amount, hideZero }) => amount !== 0 || !hideZero)
          .map((row) => (
            <div key={row.label} className={styles['row']}>
              <dt>{row.label}</dt>
              <dd className={cx(row.minus && styles['minus'])}>
                {changed && (
                  <PreviousAmount amount={earlier(row.label)} now={row.amount} label={props.beforeLabel} />
                )}
                {row.minus ? '-' : ''}¥{formatYuan(row.amount)}
              </dd>
            </div>
          ))}
      </dl>
      <footer className={styles['foot']}>
        <Destination {...props} />
        <div className={styles['due']}>
          <p className={styles['payable']}>
            {props.note && <span className={styles['note']}>{props.note}</span>}
            {props.payableLabel}
            {changed && (
              <PreviousAmount amount={before.payable} now={props.payable} label={props.beforeLabel} />
            )}
            <Price amount={formatYuan(props.payable)} size="lg" />
          </p>
          <Button
            variant="accent"
            size="lg"
            busy={busy}
            disabled={address === null}
            onClick={() => void submit()}
          >
            {submitText}
          </Button>
        </div>
      </footer>
    </section>
  );
}

function Destination({ address, addressLabel, addressMissing }: Props) {
  if (address === undefined) return <span />;
  if (address === null) return <p className={styles['missing']}>{addressMissing}</p>;
  return (
    <p className={styles['address']}>
      {addressLabel}：{address.region} {address.detail}
      <br />
      {address.name} {address.phone}
    </p>
  );
}

export default defineBlock('checkout-summary', CheckoutSummary);
