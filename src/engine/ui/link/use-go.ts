import { use } from 'react';
import { LinkActionsContext } from './link-actions.ts';

/** Goes to an address of this site, as a link does. */
export function useGo(): (to: string) => void {
  const { go } = use(LinkActionsContext);
  return (to) => go(to, { replace: false });
}
