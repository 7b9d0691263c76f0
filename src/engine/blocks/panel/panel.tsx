import ChevronRight from '@lucide/icons/icons/chevron-right';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Panel as Surface } from '#engine/ui/panel/panel.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { TimeLeft } from '../time-left.tsx';
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
      {until !== undefined && <TimeLeft from={null} until={until} openText={untilLabel} farText={farText} />}
      {more && (
        <Link to={more.to} className={styles['more']}>
          {more.text}
          <Icon of={ChevronRight} />
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

export default defineBlock('panel', Panel);
