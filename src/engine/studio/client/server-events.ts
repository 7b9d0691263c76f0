import { type ChangedFiles, FILES_CHANGED } from '../protocol.ts';

/* The development server gives a module its `hot` only where it is written out like this. */

/** Calls `renew` when files of the config have changed on the disk; returns what ends that. */
export function onFilesChanged(renew: (changed: ChangedFiles) => void): () => void {
  import.meta.hot?.on(FILES_CHANGED, renew);
  return () => import.meta.hot?.off(FILES_CHANGED, renew);
}

/** Calls `renew` when the shop is served with other routes than before; returns what ends that. */
export function onRoutesServed(renew: () => void): () => void {
  const served = (changes: { registry?: unknown }) => {
    if (changes.registry !== undefined) renew();
  };
  import.meta.hot?.on('storewright:changed', served);
  return () => import.meta.hot?.off('storewright:changed', served);
}
