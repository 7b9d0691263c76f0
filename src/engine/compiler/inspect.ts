import type { FileContext, WholeContext } from './checks/check.ts';
import { CHECKS } from './checks/index.ts';
import { isConsequence } from './consequence.ts';
import { collector } from './facts/collect.ts';
import type { FileFacts } from './facts/facts.ts';
import type { Located } from './finding.ts';
import { locate, MAX_FINDINGS } from './finding.ts';
import { isPartial } from './project/partial-files.ts';
import type { Project } from './project/project.ts';
import type { ConfigFile } from './schema/config-file.ts';
import { YamlFile } from './source/yaml-file.ts';
import { walkFile } from './walk/walk-file.ts';
import { Walker } from './walk/walker.ts';

/** The findings and facts of one file; valid as long as the declarations that it depends on are the same. */
export interface FileFindings {
  found: readonly Located[];
  facts: FileFacts;
}

/** Runs every file check over one file in a single walk. */
export function inspectFile(file: ConfigFile, project: Project): FileFindings {
  const found: Located[] = [];
  const visitors = CHECKS.flatMap((check) => {
    if (check.scope !== 'file') return [];
    let count = 0;
    const report: FileContext['report'] = (finding) => {
      if (count >= MAX_FINDINGS) return;
      const located = locate(finding, check.meta.code, file);
      if (isConsequence(finding, located, file)) return;
      count += 1;
      found.push(located);
    };
    return [check.create({ ...file, project, report })];
  });
  const { visitor, facts } = collector(file, project);
  walkFile(file, new Walker(project, [...visitors, visitor]));
  return { found, facts };
}

/** Runs the checks that compare files with each other, and those of schedules when a moment (ms) is given. */
export function inspectWhole(
  context: Omit<WholeContext, 'report' | 'codes'>,
  at: number | undefined,
): Located[] {
  const found: Located[] = [];
  const byPath = new Map(context.files.map((file) => [file.yaml.path, file]));
  const codes = CHECKS.map(({ meta }) => meta.code);
  for (const check of CHECKS) {
    if (check.scope === 'file') continue;
    const { code } = check.meta;
    const report: WholeContext['report'] = (path, finding) => {
      const yaml = byPath.get(path)?.yaml;
      if (yaml !== undefined && isPartial(yaml) && code !== 'file-place' && code !== 'file-unread') return;
      found.push(locate(finding, check.meta.code, byPath.get(path) ?? { yaml: new YamlFile(path, '') }));
    };
    if (check.scope === 'whole') check.run({ ...context, codes, report });
    else if (at !== undefined) check.run({ ...context, codes, report, at });
  }
  return found;
}
