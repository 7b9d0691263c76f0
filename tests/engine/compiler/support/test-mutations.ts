import { beforeAll, describe, expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import type { Mutation } from './mutations.ts';
import { mutationsOf } from './mutations-of.ts';

interface Outcome {
  mutation: Mutation;
  fresh: Offense[];
  /** New offenses that begin inside the mutated token. */
  there: Offense[];
  first: string | undefined;
}

const identity = ({ code, file, message }: Offense) => `${code} ${file} ${message.en}`;

const describeOutcome = ({ mutation, fresh }: Outcome) =>
  `${mutation.kind}: ${mutation.file} ‹${mutation.text.slice(mutation.start, mutation.end).slice(0, 60)}› ${
    mutation.intended ?? ''
  }\n      ${fresh.map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message.zh}`).join('\n      ')}`;

/** Tests that single faults in this shop, which has no offense that is an error, are found where they are. */
export function testMutations(files: ReadonlyMap<string, string>): void {
  const compile = createCompiler();
  const mutations = mutationsOf(files);
  let outcomes: Outcome[] = [];

  beforeAll(() => {
    const known = new Set(compile(files).offenses.map(identity));
    outcomes = mutations.map((mutation) => {
      const { offenses } = compile(new Map(files).set(mutation.file, mutation.text));
      const fresh = offenses.filter((offense) => !known.has(identity(offense)));
      const positions = new TextPositions(mutation.text);
      const [from, to] = [positions.at(mutation.start), positions.at(mutation.end)];
      const there = fresh.filter(
        ({ file, line, column }) =>
          file === mutation.file &&
          (line > from.line || (line === from.line && column >= from.column)) &&
          (line < to.line || (line === to.line && column <= to.column)),
      );
      const hints = there.map(({ hint }) => /是不是想写 \$?(.+?)[、？]/.exec(hint.zh)?.[1]);
      return { mutation, fresh, there, first: hints.find((hint) => hint !== undefined) };
    });
  }, 240_000);

  describe('a single fault', () => {
    it('is tried in at least 300 places and 30 ways', () => {
      expect(mutations.length).toBeGreaterThanOrEqual(300);
      expect(new Set(mutations.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30);
    });

    it('is found at the very token, in 99 of 100', () => {
      const missed = outcomes.filter(({ there }) => there.length === 0);
      expect(missed.length, missed.map(describeOutcome).join('\n')).toBeLessThanOrEqual(
        outcomes.length * 0.01,
      );
    });

    it('that is a typo is answered by what was intended, first, in 95 of 100', () => {
      const typos = outcomes.filter(({ mutation }) => mutation.intended !== undefined);
      const wrong = typos.filter(({ mutation, first }) => first !== mutation.intended);
      expect(typos.length).toBeGreaterThan(100);
      const reported = wrong
        .map((one) => `${describeOutcome(one)}\n      suggested: ${one.first}`)
        .join('\n');
      expect(wrong.length, reported).toBeLessThanOrEqual(typos.length * 0.05);
    });

    it('is reported in both languages, each text complete', () => {
      for (const { fresh } of outcomes) {
        for (const { message, hint } of fresh) {
          for (const text of [message.zh, message.en, hint.zh, hint.en]) {
            expect(text).toMatch(/\S/);
            expect(text).not.toMatch(/undefined|\[object|NaN/);
          }
          expect(hint.zh).toMatch(/[\u4e00-\u9fff]/);
          expect(message.zh).toMatch(/[\u4e00-\u9fff]/);
        }
      }
    });
  });
}
