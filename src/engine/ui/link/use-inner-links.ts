import { type RefCallback, use, useCallback } from 'react';
import { LinkActionsContext } from './link-actions.ts';
import { isPlainClick } from './plain-click.ts';
import { targetOf } from './target.ts';

/**
 * For an element whose content is HTML from outside, or a list of many links: its links to pages of this site open without
 * loading the site anew, by one listener.
 */
export function useInnerLinks<Area extends HTMLElement>(): RefCallback<Area> {
  const { go } = use(LinkActionsContext);
  return useCallback(
    (area: Area) => {
      const onClick = (event: MouseEvent) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!link || link.target !== '' || event.defaultPrevented || !isPlainClick(event)) return;
        const target = targetOf(link.getAttribute('href') ?? '');
        if (target.kind !== 'internal') return;
        event.preventDefault();
        go(target.to, { replace: false });
      };
      area.addEventListener('click', onClick);
      return () => area.removeEventListener('click', onClick);
    },
    [go],
  );
}
