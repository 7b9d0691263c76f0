import { stringify } from 'yaml';
import { isObject } from '#engine/compiler/json.ts';

/** What stands in a place when nothing is written there, as JSON; nothing for an empty map. */
export const defaultText = (value: unknown): string =>
  value === undefined || (isObject(value) && Object.keys(value).length === 0) ? '' : JSON.stringify(value);

/** An example as YAML. */
export const exampleYaml = (example: unknown): string => stringify(example, { lineWidth: 110 }).trimEnd();
