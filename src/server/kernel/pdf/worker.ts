import { fontThread } from '../fonts/font-thread.ts';
import type { Mark } from './marks.ts';

const thread = fontThread(new URL('./draw.ts', import.meta.url), 5000);

/** Draws one page in a thread of its own. */
export const drawInThread = (marks: readonly Mark[]): Promise<Uint8Array> =>
  thread.run(marks, { name: 'drawPage' }) as Promise<Uint8Array>;
