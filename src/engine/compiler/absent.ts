import type { Located } from './finding.ts';
import type { Text } from './offense.ts';

/** What pages are missing could use anything: then nobody can say that nothing does. */
const HIDING: ReadonlySet<string> = new Set(['dead-link', 'unknown-shell', 'unknown-block']);
const HIDDEN: ReadonlySet<string> = new Set(['unused-call', 'unused-slot']);

/** Where slots are declared, and nowhere else. */
const ADS = 'config/ads.yaml';

/** Checks of names that stand for one thing wherever they are used. */
const GLOBAL: ReadonlySet<string> = new Set(['unknown-call', 'unknown-slot', 'unknown-entity', 'dead-link']);

/**
 * A thing that is gone is reported once, at the first of the places that use it, with how many there are: a call, a slot, a page,
 * or all calls of a resource. Where a place only misspells a name it is reported by itself.
 */
export function reportAbsentOnce(found: readonly Located[]): readonly Located[] {
  const isHiding = found.some(({ code, fix }) => HIDING.has(code) && fix === undefined);
  const hasNoSlots = found.some(({ code, file }) => code === 'file-place' && file === ADS);
  const told = found.filter(
    ({ code }) => !(isHiding && HIDDEN.has(code)) && !(hasNoSlots && code === 'unknown-slot'),
  );
  const groups = Map.groupBy(told.filter(isAbsence), absentIn(told));
  const later = new Set([...groups.values()].flatMap((group) => group.slice(1)));
  const first = new Map(
    [...groups].flatMap(([name, group]) => (group[0] ? [[group[0], { name, group }]] : [])),
  );
  return told.flatMap((finding) => {
    const absent = first.get(finding);
    if (later.has(finding)) return [];
    return absent === undefined || absent.group.length === 1 ? [finding] : [counted(finding, absent)];
  });
}

const isAbsence = ({ code, lookup, fix }: Located) =>
  GLOBAL.has(code) && lookup !== undefined && fix === undefined;

/** The thing that a finding misses: its name, or `resource.` where no call of that resource is declared. */
function absentIn(found: readonly Located[]): (finding: Located) => string {
  const calls = found.find(({ code }) => code === 'unknown-call')?.lookup?.declared() ?? [];
  const resources = new Set(calls.map(({ name }) => resourceOf(name)));
  return ({ code, lookup }) => {
    const name = lookup?.name ?? '';
    const isGone = code === 'unknown-call' && name.includes('.') && !resources.has(resourceOf(name));
    return `${code} ${isGone ? `${resourceOf(name)}.` : name}`;
  };
}

const resourceOf = (name: string) => name.split('.', 1)[0] ?? '';

function counted(finding: Located, { name, group }: { name: string; group: readonly Located[] }): Located {
  const more: Text = {
    zh: `（共 ${group.length} 处用到，如 ${group[1]?.file}）`,
    en: ` (used in ${group.length} places, such as ${group[1]?.file})`,
  };
  const { message, hint } = finding;
  if (!name.endsWith('.'))
    return { ...finding, message: { zh: message.zh + more.zh, en: message.en + more.en } };
  const all = name.split(' ')[1] ?? '';
  return {
    ...finding,
    message: {
      zh: `没有 ${all} 开头的接口${more.zh}`,
      en: `no call begins with ${all}${more.en}`,
    },
    hint: {
      zh: `接口声明在 config/api 下：是不是少了一个文件？${hint.zh}`,
      en: `Calls are declared in config/api: is a file missing? ${hint.en}`,
    },
  };
}
