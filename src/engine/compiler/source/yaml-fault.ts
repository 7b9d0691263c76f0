import type { Text } from '../offense.ts';
import type { Range } from './text-position.ts';

/** A problem of the YAML text itself, found before its schema is applied. */
export interface YamlFault {
  code: 'yaml-syntax' | 'yaml-duplicate-key' | 'yaml-unsafe' | 'yaml-limits';
  range: Range;
  message: Text;
  hint: Text;
}
