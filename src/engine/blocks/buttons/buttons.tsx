import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { usePress } from '../use-press.ts';
import styles from './buttons.module.css';

function Buttons({ items, align, size, on }: BlockComponentProps<'buttons'>) {
  const { busy, press } = usePress((id) => on.press?.({ id }));
  const shown = items.filter(({ show }) => show);
  if (shown.length === 0) return null;
  return (
    <div className={cx(styles['buttons'], styles[align])}>
      {shown.map(({ id, text, to, variant }) =>
        to === undefined ? (
          <Button key={text} variant={variant} size={size} busy={busy === id} onClick={() => press(id)}>
            {text}
          </Button>
        ) : (
          <Button key={text} variant={variant} size={size} to={to}>
            {text}
          </Button>
        ),
      )}
    </div>
  );
}

export default defineBlock('buttons', Buttons);
