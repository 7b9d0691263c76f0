import type { Located } from './finding.ts';
import type { Text } from './offense.ts';

/** While pages or shells are missing, a declaration that seems unused may be used by them: `HIDDEN` is not reported. */
const HIDING: ReadonlySet<string> = new Set(['dead-link', 'unknown-shell', 'unknown-block']);
const HIDDEN: ReadonlySet<string> = new Set(['unused-call', 'unused-slot']);

/** The only file that declares slots. */
const ADS = 'config/ads.yaml';

/** Checks of names that mean the same in all files. */
const GLOBAL: ReadonlySet<string> = new Set(['unknown-call', 'unknown-slot', 'unknown-entity', 'dead-link']);

/**
 * Reports a missing declaration once, at its first use, with the number of uses: a call, a slot, a page, or all calls of a
 * resource. A use that only misspells a name is reported by itself.
 */
export function groupMissingDeclarations(found: readonly Located[]): readonly Located[] {
  const isHiding = found.some(({ code, fix }) => HIDING.has(code) && fix === undefined);
  const hasNoSlots = found.some(({ code, file }) => code === 'file-place' && file === ADS);
  const reportable = found.filter(
    ({ code }) => !(isHiding && HIDDEN.has(code)) && !(hasNoSlots && code === 'unknown-slot'),
  );
  const groups = Map.groupBy(reportable.filter(isMissingDeclaration), missingNameIn(reportable));
  const later = new Set([...groups.values()].flatMap((group) => group.slice(1)));
  const first = new Map(
    [...groups].flatMap(([name, group]) => (group[0] ? [[group[0], { name, group }]] : [])),
  );
  return reportable.flatMap((finding) => {
    const missing = first.get(finding);
    if (later.has(finding)) return [];
    return missing === undefined || missing.group.length === 1 ? [finding] : [counted(finding, missing)];
  });
}

const isMissingDeclaration = ({ code, lookup, fix }: Located) =>
  GLOBAL.has(code) && lookup !== undefined && fix === undefined;

/** The name that a finding lacks; `resource.` where no call of that resource is declared. */
function missingNameIn(found: readonly Located[]): (finding: Located) => string {
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
