import type { Spot } from '../finding.ts';
import { type Reference, stepRange } from '../reference.ts';
import type { Pointer } from '../source/pointer.ts';

/** The characters of a reference in the text at a pointer, or of one step of it. */
export function spotOf(pointer: Pointer, reference: Reference, step?: number): Spot {
  const { text, bare, inTemplate } = reference;
  // A short path may occur in the words before it; behind its brace it does not.
  const lead = bare && inTemplate ? '{' : '';
  const [start, end] = step === undefined ? [0, text.length] : stepRange(reference, step);
  return { pointer, within: lead + text, piece: [lead.length + start, lead.length + end] };
}
