import type { Finding, Located } from './finding.ts';
import { isObject } from './json.ts';
import { hasWord } from './project/partial-files.ts';
import type { ConfigFile } from './schema/config-file.ts';
import type { Pointer } from './source/pointer.ts';
import type { YamlFile } from './source/yaml-file.ts';

/** Is a finding only a consequence of a syntax fault of the same file, which is reported by itself? */
export function isConsequence(
  { at, lacking, lookup }: Finding,
  { code, range }: Located,
  { yaml }: ConfigFile,
): boolean {
  if (code.startsWith('yaml-') || yaml.faults.length === 0) return false;
  const { brokenFrom } = yaml;
  if (brokenFrom !== undefined) {
    if (range.end > brokenFrom || code.startsWith('unused-')) return true;
    if (lacking !== undefined && isOpenAt(brokenFrom, lacking, yaml)) return true;
    if (lookup !== undefined && hasWord(yaml.text, lookup.name, lineStart(yaml.text, brokenFrom)))
      return true;
  }
  const [fault] = yaml.faults;
  if (
    brokenFrom === undefined &&
    fault?.code === 'yaml-syntax' &&
    isInLineOf(fault.range.start, range.start, yaml.text)
  )
    return true;
  if ('start' in at) return false;
  const value = yaml.at(at.pointer);
  const isOpen = isObject(value) || Array.isArray(value) || value === null;
  if (brokenFrom !== undefined && isOpen && isOpenAt(brokenFrom, at.pointer, yaml)) return true;
  const { start, end } = yaml.range(at.pointer);
  return yaml.faults.some((fault) => fault.range.start === start && fault.range.end === end);
}

/** Is it in the line of the fault, which could only be parsed by a guess? */
const isInLineOf = (fault: number, offset: number, text: string) =>
  lineStart(text, fault) === lineStart(text, offset);

/** Could the value at a pointer extend beyond the offset from which the text is broken? */
function isOpenAt(brokenFrom: number, pointer: Pointer, yaml: YamlFile): boolean {
  const present = deepest(pointer, yaml);
  if (present.length === 0) return true;
  const { text } = yaml;
  const { start, end } = yaml.range(present);
  if (/[}\]]/.test(text.charAt(end - 1)) && !text.slice(end, brokenFrom).includes('\n')) return false;
  if (/^[{[]/.test(text.slice(start))) return !/[}\]]/.test(text.charAt(end - 1));
  // After a key without a value, a line at the same column is the next key.
  const own = indentAt(text, start) + (yaml.at(present) === null ? 1 : 0);
  const between = text.slice(end, lineStart(text, brokenFrom)).split('\n').slice(1);
  return !between.some((line) => /\S/.test(line) && indentOf(line) < own);
}

/** The longest part of a pointer that exists in the file. */
function deepest(pointer: Pointer, yaml: YamlFile): Pointer {
  const length = pointer.findIndex((_, index) => yaml.at(pointer.slice(0, index + 1)) === undefined);
  return length === -1 ? pointer : pointer.slice(0, length);
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** The column of an offset; in a list, behind the dash. */
const indentAt = (text: string, offset: number) => offset - lineStart(text, offset);

const indentOf = (line: string) => line.length - line.trimStart().length;
