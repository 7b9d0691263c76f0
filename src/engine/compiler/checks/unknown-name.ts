import type { Declared, Finding } from '../finding.ts';
import { memo } from '../memo.ts';
import type { Text } from '../offense.ts';
import { mentions } from '../project/partial-files.ts';
import type { Project } from '../project/project.ts';
import type { FileKind } from '../schema/file-kind.ts';
import { intendedName } from '../similar-names.ts';
import type { Pointer } from '../source/pointer.ts';
import { suggestion } from '../validate/describe.ts';
import type { NameNode } from '../walk/nodes.ts';
import type { Check, CheckMeta } from './check.ts';

const DECLARED_IN: Record<NameNode['kind'], readonly FileKind[]> = {
  call: ['api'],
  slot: ['ads'],
  block: [],
  shell: [],
  entity: [],
  role: ['site'],
};

/** The location of the declarations of a kind of names, where a text has them. */
function declaredNames(kind: NameNode['kind'], { calls, slots, site }: Project): Declared[] {
  if (kind === 'call') return [...calls.values()];
  if (kind === 'role')
    return Object.keys(site.roles).map((name) => ({
      name,
      file: 'config/site.yaml',
      pointer: ['roles', name],
    }));
  if (kind !== 'slot') return [];
  return Object.keys(slots).map((name) => ({ name, file: 'config/ads.yaml', pointer: [name] }));
}

/** Creates the check that all names of one kind are declared. */
export function unknownNameCheck(
  meta: CheckMeta,
  kind: NameNode['kind'],
  what: Text,
  known: (project: Project) => Iterable<string>,
  titles?: (project: Project) => ReadonlyMap<string, string>,
): Check {
  const namesIn = memo((project: Project) => new Set(known(project)));
  return {
    meta,
    scope: 'file',
    create({ project, yaml, report }) {
      const names = namesIn(project);
      const adviceByName = new Map<string, Pick<Finding, 'hint' | 'replacement'>>();
      /** Cached, since the same wrong name is mostly used many times. */
      const adviceFor = (name: string) => {
        const known = adviceByName.get(name);
        if (known !== undefined) return known;
        const replacement = intendedName(name, names);
        const hint = suggestion(name, [...names], undefined, titles?.(project));
        const advice = { hint, ...(replacement !== undefined && { replacement }) };
        adviceByName.set(name, advice);
        return advice;
      };
      const reportUnknown = (name: string, pointer: Pointer) =>
        report({
          at: { pointer, within: name },
          message: { zh: `没有名为 ${name} 的${what.zh}`, en: `there is no ${what.en} named ${name}` },
          ...adviceFor(name),
          lookup: { name, declared: () => declaredNames(kind, project) },
        });
      if (kind === 'block') {
        for (const { holder, given } of yaml.corrections.filter((one) => one.kind === 'type'))
          reportUnknown(given, [...holder, 'block']);
      }
      return {
        name({ kind: found, name, pointer }) {
          if (found !== kind || names.has(name)) return;
          if (mentions(project.partialTexts, DECLARED_IN[kind], name)) return;
          reportUnknown(name, pointer);
        },
      };
    },
  };
}
