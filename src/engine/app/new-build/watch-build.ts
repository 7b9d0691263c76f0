import { everyWhileVisible, type Visibility } from '#engine/runtime/visibility.ts';

/** Seconds between two looks: a deployment is nothing that a reader must know at once. */
const INTERVAL = 300;

/** The header of a file that is kept from a build before. */
const HEADER = 'x-superseded';

/**
 * Looks from time to time, while the tab is seen, whether the server has a newer build than this file is of.
 * @param address of a file whose name changes with every build
 * @param onSuperseded called once
 */
export function watchBuild(address: string, visibility: Visibility, onSuperseded: () => void): void {
  const stop = everyWhileVisible(INTERVAL, visibility, () => void look());
  let known = false;
  async function look(): Promise<void> {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (known || !answer?.headers.has(HEADER)) return;
    known = true;
    stop();
    onSuperseded();
  }
}
