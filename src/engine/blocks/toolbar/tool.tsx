import { useAtomValue } from 'jotai';
import type { MouseEvent } from 'react';
import { openAtom } from '#engine/runtime/notices.ts';
import { Badge } from '#engine/ui/badge/badge.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import { ICONS } from './icons.ts';
import styles from './toolbar.module.css';

type Props = BlockComponentProps<'toolbar'>;

interface ToolProps {
  item: Props['items'][number];
  badgeMax: number;
  /** How a badge is read, with a placeholder for the number. */
  countText: string;
  onPress: Props['on']['press'];
}

/** A link, or what opens a block beside the toolbar. A link that opens something still leads there in a new tab. */
export function Tool({ item, badgeMax, countText, onPress }: ToolProps) {
  const { opens, to, icon, text, count = 0, quietHere, newTab = false } = item;
  const formats = useFormats();
  const open = useAtomValue(openAtom(opens ?? ''));
  const content = (
    <>
      <span className={styles['icon']}>
        <Icon of={ICONS[icon]} />
        <span className={quietHere ? styles['quiet'] : undefined}>
          <Badge corner count={count} max={badgeMax} label={fill(countText, { n: formats.number(count) })} />
        </span>
      </span>
      <span className={styles['text']}>{text}</span>
    </>
  );
  if (opens === undefined) {
    return (
      <Link to={to ?? ''} newTab={newTab} marksCurrent className={styles['tool']}>
        {content}
      </Link>
    );
  }
  const press = () => void onPress?.({ id: opens, open });
  if (to === undefined) {
    return (
      <button type="button" className={styles['tool']} aria-expanded={open} onClick={press}>
        {content}
      </button>
    );
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (elsewhere || event.currentTarget.ariaCurrent === 'page') return;
    event.preventDefault();
    press();
  };
  return (
    <Link to={to} marksCurrent className={styles['tool']} aria-expanded={open} onClick={onClick}>
      {content}
    </Link>
  );
}
