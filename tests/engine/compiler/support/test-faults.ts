import { beforeAll, describe, expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import { allTokens, type Fault, faultsOf, fileFaults, KINDS } from './faults.ts';

interface Outcome {
  fault: Fault;
  /** What is reported that was not before, in the order in which it is shown. */
  offenses: Offense[];
}

const identity = ({ code, file, message }: Offense) => `${code} ${file} ${message.en}`;

/** Within a line of where the fault was put. */
function isThere({ file, line }: Offense, { file: own, text, start, end }: Fault): boolean {
  const positions = new TextPositions(text ?? '');
  return file === own && line >= positions.at(start).line - 1 && line <= positions.at(end).line + 1;
}

const report = ({ fault: { kind, file, text, start, end }, offenses }: Outcome) =>
  `${kind}: ${file} ‹${text?.slice(start, end).slice(0, 60)}›\n      ${offenses
    .map(({ file: its, line, column, code, message }) => `${its}:${line}:${column} ${code} ${message.zh}`)
    .join('\n      ')}`;

/** A removed file has no position to report. */
const isRemoved = ({ fault }: Outcome) => fault.text === null;

/**
 * Tests what is reported of one fault, whichever and wherever in this shop.
 * @param each faults of each kind, spread over its whole config
 */
export function testFaults(files: ReadonlyMap<string, string>, each: number): void {
  const compile = createCompiler();
  let outcomes: Outcome[] = [];

  beforeAll(() => {
    const known = new Set(compile(files).offenses.map(identity));
    const tokens = allTokens(files);
    const faults = [
      ...KINDS.flatMap((kind) => faultsOf(kind, tokens, files, each)),
      ...fileFaults(files, each),
    ];
    outcomes = faults.map((fault) => {
      const faulty = new Map(files);
      if (fault.text === null) faulty.delete(fault.file);
      else faulty.set(fault.file, fault.text);
      return { fault, offenses: compile(faulty).offenses.filter((offense) => !known.has(identity(offense))) };
    });
  }, 240_000);

  describe('one fault, wherever and however it is made', () => {
    it('is tried in over 300 places', () => {
      expect(outcomes.length).toBeGreaterThan(300);
      expect(KINDS.filter(({ name }) => !outcomes.some(({ fault }) => fault.kind === name))).toEqual([]);
    });

    it('is one offense, in 97 of 100', () => {
      const many = outcomes.filter((one) => one.offenses.length > 1 && !isRemoved(one));
      expect(many.length, many.map(report).join('\n')).toBeLessThanOrEqual(outcomes.length * 0.03);
    });

    it('is never a flood: a file that is gone is named once for each resource or page that is missed', () => {
      const floods = outcomes.filter(({ offenses }) => offenses.length > 8);
      expect(floods.map(report)).toEqual([]);
    });

    it('is at the head of what is reported, in 97 of 100', () => {
      const found = outcomes.filter((one) => one.offenses.length > 0 && !isRemoved(one));
      const late = found.filter(({ fault, offenses: [first] }) => first && !isThere(first, fault));
      expect(found.length).toBeGreaterThan(outcomes.length * 0.85);
      expect(late.length, late.map(report).join('\n')).toBeLessThanOrEqual(found.length * 0.03);
    });
  });
}
