import { useState } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Price } from '#engine/ui/price/price.tsx';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import type { PaymentMethod } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './payment-methods.module.css';

type Props = BlockComponentProps<'payment-methods'>;

function PaymentMethods({ label, methods, due, balance, emptyText, texts, on }: Props) {
  const [chosenMethod, setChosenMethod] = useState<string | null>(null);
  const [withBalance, setWithBalance] = useState(false);
  const [busy, setBusy] = useState(false);
  if (methods.length === 0) return <Empty title={emptyText} />;

  const usable = methods.filter((method) => method.usable);
  const chosen = usable.find(({ method }) => method === chosenMethod) ?? usable[0];
  const combinable = chosen !== undefined && mayCombine(chosen, balance, due);
  const combined = combinable && withBalance;
  const pay = async ({ method }: PaymentMethod) => {
    setBusy(true);
    const outcome = await on.pay?.({ method, use_balance: combined ? 1 : 0 });
    // The page moves on after a payment; until then a second press stays without effect.
    if (!outcome?.ok) setBusy(false);
  };

  return (
    <div className={styles['methods']}>
      <RadioGroup
        legend={label}
        hideLegend
        layout="wide"
        value={chosen?.method ?? null}
        options={methods.map((method) => option(method, texts))}
        onChange={setChosenMethod}
      />
      {combinable && (
        <Checkbox
          label={fill(texts.combine, { n: formatYuan(balance) })}
          checked={withBalance}
          onChange={setWithBalance}
        />
      )}
      <footer className={styles['foot']}>
        {combined && (
          <span className={styles['rest']}>
            {fill(texts.rest, { n: minus(due, balance), name: chosen.name })}
          </span>
        )}
        <span className={styles['due']}>
          {texts.due}
          <Price amount={formatYuan(due)} size="lg" />
        </span>
        <Button
          variant="accent"
          size="lg"
          busy={busy}
          disabled={chosen === undefined}
          onClick={() => chosen && void pay(chosen)}
        >
          {chosen ? fill(texts.pay, { name: chosen.name }) : texts.choose}
        </Button>
      </footer>
    </div>
  );
}

/** The balance and one other method together, where the balance alone does not do (domain §5). */
function mayCombine({ method }: PaymentMethod, balance: number, due: number): boolean {
  return method !== 'balance' && balance > 0 && balance < due;
}

/** Shown only, the server reckons again: through fen, since yuan do not subtract exactly. */
function minus(due: number, balance: number): string {
  return formatYuan((Math.round(due * 100) - Math.round(balance * 100)) / 100);
}

function option(
  { method, name, description, usable, reason, available }: PaymentMethod,
  texts: Props['texts'],
) {
  const facts = [description, available === null ? '' : fill(texts.available, { n: formatYuan(available) })];
  return {
    value: method,
    disabled: !usable,
    label: <strong className={styles['name']}>{name}</strong>,
    description: (
      <>
        {facts.filter(Boolean).join(' · ')}
        {reason && <span className={styles['reason']}>{reason}</span>}
      </>
    ),
  };
}

export default defineBlock('payment-methods', PaymentMethods);
