import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { nowAtom } from '#engine/runtime/clock.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { splitSpan } from '#shop/domain/format.ts';
import type { OrderCardProps } from './card-props.ts';
import styles from './order-card-list.module.css';

/** What the buyer can do with an order now, the most pressing first. */
export function OrderActions({ order, to, payTo, texts, onCancel, onConfirm, onRebuy }: OrderCardProps) {
  const [busy, setBusy] = useState<'cancel' | 'confirm' | 'rebuy' | null>(null);
  const run = async (name: 'cancel' | 'confirm' | 'rebuy', handler: typeof onCancel) => {
    setBusy(name);
    await handler?.({ id: order.id });
    setBusy(null);
  };
  return (
    <div className={styles['actions']}>
      {order.can_pay && payTo && (
        <Button size="sm" variant="accent" to={payTo}>
          {texts.pay}
        </Button>
      )}
      {order.can_pay && order.pay_before !== null && (
        <Remaining until={order.pay_before} text={texts.remaining} />
      )}
      {order.can_confirm && onConfirm && (
        <Button
          size="sm"
          variant="primary"
          busy={busy === 'confirm'}
          onClick={() => void run('confirm', onConfirm)}
        >
          {texts.confirm}
        </Button>
      )}
      {to && (
        <Button size="sm" to={to}>
          {texts.detail}
        </Button>
      )}
      {order.can_rebuy && onRebuy && (
        <Button size="sm" busy={busy === 'rebuy'} onClick={() => void run('rebuy', onRebuy)}>
          {texts.rebuy}
        </Button>
      )}
      {order.can_cancel && onCancel && (
        <Button
          size="sm"
          variant="quiet"
          busy={busy === 'cancel'}
          onClick={() => void run('cancel', onCancel)}
        >
          {texts.cancel}
        </Button>
      )}
    </div>
  );
}

function Remaining({ until, text }: { until: number; text: string }) {
  const { days, hours, minutes } = splitSpan(until - useAtomValue(nowAtom));
  return (
    <span className={styles['small']}>{fill(text, { n: `${days * 24 + hours} 小时 ${minutes} 分` })}</span>
  );
}
