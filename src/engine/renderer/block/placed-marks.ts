import type { PlacedBlock } from '#engine/generated/schemas.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import type { BlockState } from './block-state.ts';

/** A block on the page, for who builds the shop: in development only. */
export interface PlacedMark {
  placed: PlacedBlock;
  /** Where on the page is what the block has put there; empty where it shows nothing. */
  rects: () => readonly DOMRect[];
  /** What it shows now, and the values that it is made of. */
  read: () => { state: BlockState; scope: Scope };
}

declare global {
  interface Window {
    /** The blocks on the page; the studio, which frames it, reads them. */
    storewrightMarks?: Set<PlacedMark>;
  }
}

/** Told on the window when blocks come and go. */
export const MARKS_CHANGED = 'storewright:marks';

/** Adds a mark to the page; returns what takes it away. */
export function addMark(mark: PlacedMark): () => void {
  const marks = (window.storewrightMarks ??= new Set());
  marks.add(mark);
  window.dispatchEvent(new Event(MARKS_CHANGED));
  return () => {
    marks.delete(mark);
    window.dispatchEvent(new Event(MARKS_CHANGED));
  };
}
