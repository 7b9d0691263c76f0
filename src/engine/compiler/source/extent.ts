import { LIMITS } from './limits.ts';

/** How much a value is once its aliases are replaced by what they refer to. */
export interface Extent {
  /** Number of values in it, with those behind aliases counted at each use. */
  size: number;
  /** Of collections inside collections. */
  depth: number;
}

/** Of a text, a number, a truth or nothing. */
export const LEAF: Extent = { size: 1, depth: 0 };

/** The extent of a collection of such parts. */
export const around = (parts: readonly Extent[]): Extent => ({
  size: parts.reduce((sum, { size }) => sum + size, 1),
  depth: 1 + parts.reduce((most, { depth }) => Math.max(most, depth), 0),
});

export const isWithinLimits = ({ size, depth }: Extent): boolean =>
  size <= LIMITS.values && depth <= LIMITS.depth;
