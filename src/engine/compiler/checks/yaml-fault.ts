import type { YamlFault } from '../source/yaml-fault.ts';
import type { Check, CheckMeta } from './check.ts';

/** Creates a check that reports the faults of one code that the YAML parser found. */
export function yamlCheck(meta: CheckMeta & { code: YamlFault['code'] }): Check {
  return {
    meta,
    scope: 'file',
    create({ yaml, report }) {
      for (const { code, range, message, hint } of yaml.faults) {
        if (code === meta.code) report({ at: range, message, hint });
      }
      return {};
    },
  };
}
