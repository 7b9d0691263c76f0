import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { formatYuan } from '#domain/format.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/cx.ts';
import { Price } from '#ui/price/price.tsx';
import { TextArea } from '#ui/text-area/text-area.tsx';
import styles from './checkout-summary.module.css';

type Props = BlockComponentProps<'checkout-summary'>;

function CheckoutSummary(props: Props) {
  const { label, rows, remark, remarkLabel, remarkPlaceholder, remarkMax, submitText, address, on } = props;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const outcome = await on.submit?.({ remark: text.trim() });
    // Nothing is taken as ordered until the page has moved on: a second press stays without effect.
    if (outcome?.ok) return;
    if (outcome && outcome.code > 0) await on.refused?.();
    setBusy(false);
  };
  return (
    <section className={styles['summary']} aria-label={label}>
      {remark && (
        <TextArea
          className={styles['remark']}
          label={remarkLabel}
          placeholder={remarkPlaceholder}
          maxLength={remarkMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <dl className={styles['rows']}>
        {rows
          .filter(({ amount, hideZero }) => amount !== 0 || !hideZero)
          .map((row) => (
            <div key={row.label} className={styles['row']}>
              <dt>{row.label}</dt>
              <dd className={cx(row.minus && styles['minus'])}>
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
