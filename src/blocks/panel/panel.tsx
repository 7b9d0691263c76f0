import { useAtomValue } from 'jotai';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatDate } from '#domain/format.ts';
import { nowAtom } from '#runtime/clock.ts';
import { Countdown } from '#ui/countdown/countdown.tsx';
import { cx } from '#ui/cx.ts';
import { fill } from '#ui/fill.ts';
import { Link } from '#ui/link/link.tsx';
import { Panel as Surface } from '#ui/panel/panel.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './panel.module.css';

function Panel({
  title,
  note,
  more,
  until,
  untilLabel,
  farText,
  tone,
  flush,
  children,
}: BlockComponentProps<'panel'>) {
  const extra = (until !== undefined || more) && (
    <>
      {until !== undefined && <Left until={until} label={untilLabel} farText={farText} />}
      {more && (
        <Link to={more.to} className={styles['more']}>
          {more.text}
          <ChevronRight aria-hidden="true" />
        </Link>
      )}
    </>
  );
  const heading = title && (
    <>
      {title}
      {note && <span className={styles['note']}>{note}</span>}
    </>
  );
  return (
    <Surface title={heading} extra={extra} flush={flush} className={cx(tone === 'promo' && styles['promo'])}>
      <div className={styles['stack']}>{children}</div>
    </Surface>
  );
}

/** Two months: nobody counts the hours of what lasts longer. */
const FAR = 5_184_000;

/** Apart from the panel, so that a tick renders two figures and not everything inside. */
function Left({ until, label, farText }: { until: number; label: string; farText: string }) {
  const seconds = until - useAtomValue(nowAtom);
  if (seconds > FAR) return <span>{fill(farText, { date: formatDate(until) })}</span>;
  return <Countdown seconds={seconds} label={label} />;
}

export default defineBlock('panel', Panel);
