import { CHECKS } from './checks/index.ts';
import type { Located } from './finding.ts';
import { asObject } from './json.ts';
import { compareOffenses, type Offense, type Severity } from './offense.ts';
import { TextPositions } from './source/text-position.ts';

const METAS = new Map(CHECKS.map(({ meta }) => [meta.code, meta]));

/** Found problems -> offenses in reading order, with the severities that `site.yaml` sets under `checks`. */
export function toOffenses(
  found: readonly Located[],
  checks: unknown,
  files: ReadonlyMap<string, string>,
): Offense[] {
  const positions = new Map<string, TextPositions>();
  const settings = asObject(checks);
  return unique(found)
    .flatMap(({ code, file, range, message, hint, fix }): Offense[] => {
      const severity = severityOf(code, settings[code]);
      if (severity === 'off') return [];
      const text = positions.get(file) ?? new TextPositions(files.get(file) ?? '');
      positions.set(file, text);
      const { line, column } = text.at(range.start);
      const end = text.at(range.end);
      const place = { file, line, column, endLine: end.line, endColumn: end.column };
      return [{ code, severity, ...place, message, hint, ...(fix && { fix }) }];
    })
    .sort(compareOffenses);
}

/** A value behind an alias is checked at each use, and reported once. */
function unique(found: readonly Located[]): Located[] {
  const keyOf = ({ code, file, range, message }: Located) =>
    `${code} ${file} ${range.start} ${range.end} ${message.en}`;
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

function severityOf(code: string, setting: unknown): Severity | 'off' {
  const meta = METAS.get(code);
  const isSet = setting === 'error' || setting === 'warning' || setting === 'off';
  return isSet && meta?.essential !== true ? setting : (meta?.severity ?? 'error');
}
