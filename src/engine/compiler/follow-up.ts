import type { Finding, Located } from './finding.ts';
import { isObject } from './json.ts';
import { hasWord } from './project/half-read.ts';
import type { ConfigFile } from './schema/config-file.ts';
import type { Pointer } from './source/pointer.ts';
import type { YamlFile } from './source/yaml-file.ts';

/** Does it only follow from what is wrong with the text itself, which is reported by itself? */
export function isFollowUp(
  { at, lacking, lookup }: Finding,
  { code, range }: Located,
  { yaml }: ConfigFile,
): boolean {
  if (code.startsWith('yaml-') || yaml.faults.length === 0) return false;
  const { cut } = yaml;
  if (cut !== undefined) {
    if (range.end > cut || code.startsWith('unused-')) return true;
    if (lacking !== undefined && isOpenAt(cut, lacking, yaml)) return true;
    if (lookup !== undefined && hasWord(yaml.text, lookup.name, lineStart(yaml.text, cut))) return true;
  }
  const [fault] = yaml.faults;
  if (
    cut === undefined &&
    fault?.code === 'yaml-syntax' &&
    isInLineOf(fault.range.start, range.start, yaml.text)
  )
    return true;
  if ('start' in at) return false;
  const value = yaml.at(at.pointer);
  const isOpen = isObject(value) || Array.isArray(value) || value === null;
  if (cut !== undefined && isOpen && isOpenAt(cut, at.pointer, yaml)) return true;
  const { start, end } = yaml.range(at.pointer);
  return yaml.faults.some((fault) => fault.range.start === start && fault.range.end === end);
}

/** Does it stand in the line that could only be read with a guess? */
const isInLineOf = (fault: number, offset: number, text: string) =>
  lineStart(text, fault) === lineStart(text, offset);

/** Could what stands at a place go on where the text stopped making sense? */
function isOpenAt(cut: number, pointer: Pointer, yaml: YamlFile): boolean {
  const present = deepest(pointer, yaml);
  if (present.length === 0) return true;
  const { text } = yaml;
  const { start, end } = yaml.range(present);
  if (/[}\]]/.test(text.charAt(end - 1)) && !text.slice(end, cut).includes('\n')) return false;
  if (/^[{[]/.test(text.slice(start))) return !/[}\]]/.test(text.charAt(end - 1));
  // Behind a key without a value a line of the same column is the next key.
  const own = indentAt(text, start) + (yaml.at(present) === null ? 1 : 0);
  const between = text.slice(end, lineStart(text, cut)).split('\n').slice(1);
  return !between.some((line) => /\S/.test(line) && indentOf(line) < own);
}

/** The part of a pointer that the text has. */
function deepest(pointer: Pointer, yaml: YamlFile): Pointer {
  const length = pointer.findIndex((_, index) => yaml.at(pointer.slice(0, index + 1)) === undefined);
  return length === -1 ? pointer : pointer.slice(0, length);
}

const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** The column of what begins at an offset: behind the dash, in a list. */
const indentAt = (text: string, offset: number) => offset - lineStart(text, offset);

const indentOf = (line: string) => line.length - line.trimStart().length;
