import CircleCheck from '@lucide/icons/icons/circle-check';
import Info from '@lucide/icons/icons/info';
import OctagonAlert from '@lucide/icons/icons/octagon-alert';
import TriangleAlert from '@lucide/icons/icons/triangle-alert';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { usePress } from '../use-press.ts';
import styles from './notice.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: OctagonAlert };

function Notice({ tone, title, text, actions, on }: BlockComponentProps<'notice'>) {
  const icon = ICONS[tone];
  const { busy, press } = usePress((id) => on.press?.({ id }));
  return (
    <div className={cx(styles['notice'], styles[tone])} role="note">
      <Icon of={icon} className={styles['icon']} />
      <div>
        {title && <p className={styles['title']}>{title}</p>}
        <p>{text}</p>
      </div>
      {actions.length > 0 && (
        <span className={styles['actions']}>
          {actions.map((action) => (
            <Button key={action.id} size="sm" busy={busy === action.id} onClick={() => press(action.id)}>
              {action.text}
            </Button>
          ))}
        </span>
      )}
    </div>
  );
}

export default defineBlock('notice', Notice);
