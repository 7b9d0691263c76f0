import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { cx } from '#engine/ui/cx.ts';
import styles from './notice.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: OctagonAlert };

function Notice({ tone, title, text }: BlockComponentProps<'notice'>) {
  const Icon = ICONS[tone];
  return (
    <div className={cx(styles['notice'], styles[tone])} role="note">
      <Icon className={styles['icon']} aria-hidden="true" />
      <div>
        {title && <p className={styles['title']}>{title}</p>}
        <p>{text}</p>
      </div>
    </div>
  );
}

export default defineBlock('notice', Notice);
