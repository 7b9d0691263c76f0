import { useState } from 'react';
import { useNearestLink } from '#engine/ui/link/use-nearest-link.ts';
import type { BlockComponentProps } from '../define-block.ts';
import type { Group, MenuItem } from './menu-group.tsx';

interface Folds {
  /** The item that the page on show is, or stands below. */
  nearest: MenuItem | undefined;
  isOpen: (group: Group) => boolean;
  toggle: (group: Group) => void;
}

/** Which groups are open: those that the reader has opened, and the one of the page on show until they fold it there. */
export function useFolds(
  groups: readonly Group[],
  { open, current, on }: Pick<BlockComponentProps<'group-menu'>, 'open' | 'current' | 'on'>,
): Folds {
  const [opened, setOpened] = useState(() => open.split(',').filter((key) => key !== ''));
  const nearest = useNearestLink(groups.flatMap(({ items }) => items));
  const here = groups.find(({ items }) =>
    items.some((item) => (current === undefined ? item === nearest : item.key === current)),
  )?.key;
  const [shown, setShown] = useState({ here, isFolded: false });
  if (shown.here !== here) setShown({ here, isFolded: false });
  const isOpen = ({ key }: Group) => opened.includes(key) || (key === here && !shown.isFolded);

  return {
    nearest,
    isOpen,
    toggle(group) {
      const folds = isOpen(group);
      const others = opened.filter((key) => key !== group.key);
      const next = folds ? others : [...others, group.key];
      setOpened(next);
      if (group.key === here) setShown({ here, isFolded: folds });
      void on.fold?.({ open: next.join(',') });
    },
  };
}
