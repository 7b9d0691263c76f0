import { type ChangedFiles, FILES_CHANGED } from '../protocol.ts';

/**
 * Calls `renew` when files of the config have changed on the disk; returns what ends that. The development server gives a module
 * its `hot` only where it is written out like this.
 */
export function onFilesChanged(renew: (changed: ChangedFiles) => void): () => void {
  import.meta.hot?.on(FILES_CHANGED, renew);
  return () => import.meta.hot?.off(FILES_CHANGED, renew);
}
