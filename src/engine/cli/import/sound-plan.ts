import type { Compile } from '#engine/compiler/compile.ts';
import type { Offense, Text } from '#engine/compiler/offense.ts';
import { CommandError } from '../arguments.ts';
import type { TranslatedCall } from './translate-document.ts';
import { makePlan, type Plan, type Planning } from './write/plan.ts';

/** Rounds in which calls that do not compile are left out. */
const ROUNDS = 3;

/**
 * A plan without the calls that the compiler refuses; those are reported.
 * @param files what is compiled beside the calls: the project, with a `site.yaml` that says what they are written for
 */
export function makeSoundPlan(
  planning: Planning,
  files: ReadonlyMap<string, string>,
  compile: Compile,
): Plan {
  const { chosen } = planning;
  const refused = new Map<string, Text>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = makePlan({ ...planning, chosen: chosen.filter(({ name }) => !refused.has(name)) });
    const found = refusedCalls(plan, (changes) => compile(after(files, changes)).offenses);
    if (found.size === 0) return { ...plan, calls: [...plan.calls, ...failuresOf(chosen, refused)] };
    for (const [name, why] of found) refused.set(name, why);
  }
  throw new CommandError('写出的接口通不过编译 / the calls do not compile');
}

function failuresOf(chosen: readonly TranslatedCall[], refused: ReadonlyMap<string, Text>): Plan['calls'] {
  return chosen.flatMap(({ operation: { key, node, losses }, name }) => {
    const why = refused.get(name);
    if (why === undefined) return [];
    losses.add('call-invalid', node, why);
    return [{ key, name, file: '', outcome: 'failed' as const }];
  });
}

/** The files as a plan leaves them. */
function after(files: ReadonlyMap<string, string>, changes: Plan['changes']): Map<string, string> {
  const left = new Map(files);
  for (const [path, text] of changes) {
    if (text === null) left.delete(path);
    else left.set(path, text);
  }
  return left;
}

/** The new calls in which the compiler finds errors; all of a file that it cannot read. */
function refusedCalls(
  { calls, changes, api }: Plan,
  offensesAfter: (changes: Plan['changes']) => readonly Offense[],
): Map<string, Text> {
  const added = calls.filter(({ outcome }) => outcome === 'written' || outcome === 'updated');
  const found = new Map<string, Text>();
  for (const { severity, file, line, message } of added.length > 0 ? offensesAfter(changes) : []) {
    if (severity !== 'error' || !api.has(file)) continue;
    const at = api.get(file)?.callAt(line);
    for (const { name, file: own } of added)
      if (own === file && (at === undefined || at === name)) found.set(name, message);
  }
  return found;
}
