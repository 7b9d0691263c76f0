import CircleCheck from '@lucide/icons/icons/circle-check';
import CircleX from '@lucide/icons/icons/circle-x';
import Clock from '@lucide/icons/icons/clock';
import Info from '@lucide/icons/icons/info';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import styles from './result.module.css';

const ICONS = { success: CircleCheck, failure: CircleX, pending: Clock, info: Info };

function Result({ kind, level, title, text, amount, actions }: BlockComponentProps<'result'>) {
  const formats = useFormats();
  const icon = ICONS[kind];
  const Title = level === 'title' ? 'h1' : 'h2';
  return (
    <section className={styles['result']} role="status">
      <Icon of={icon} className={cx(styles['icon'], styles[kind])} />
      <Title className={styles['title']}>{title}</Title>
      {amount !== undefined && <Price amount={formats.amount(amount)} size="lg" />}
      {text && <p className={styles['text']}>{text}</p>}
      {actions.length > 0 && (
        <div className={styles['actions']}>
          {actions.map((action, index) => (
            <Button
              key={action.text}
              variant={index === 0 ? 'primary' : 'secondary'}
              size="lg"
              to={action.to}
            >
              {action.text}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

export default defineBlock('result', Result);
