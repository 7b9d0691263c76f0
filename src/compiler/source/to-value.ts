import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Json } from '../json.ts';
import type { YamlFault } from './parse-yaml.ts';

/** Keys that reach an object's prototype when copied carelessly. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Nodes -> plain value. Unsafe and non-text keys become faults and are left out. */
export function toValue(node: Node | null, fault: (fault: YamlFault) => void): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => toValue(item as Node | null, fault));
  if (!isMap(node)) return null;
  const object: Json = {};
  for (const pair of node.items) {
    const key = keyText(pair.key);
    if (key === undefined) fault(oddKey(pair.key as Node | null, node));
    else if (UNSAFE_KEYS.has(key)) fault(unsafeKey(key, pair.key as Node));
    else if (!Object.hasOwn(object, key)) object[key] = toValue(pair.value as Node | null, fault);
  }
  return object;
}

/** Numbers and booleans are fine as keys; they mean their text. */
function keyText(key: unknown): string | undefined {
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined;
}

const rangeOf = (node: Node | null, outer: Node) => {
  const [start = 0, end = start] = node?.range ?? outer.range ?? [];
  return { start, end: Math.max(end, start + 1) };
};

function oddKey(key: Node | null, map: Node): YamlFault {
  return {
    code: 'yaml-syntax',
    range: rangeOf(key, map),
    message: { zh: '键必须是一个词', en: 'a key must be a word' },
    hint: {
      zh: '写成 键: 值;以 { 或 [ 开头的文字要加引号。',
      en: 'Write key: value; quote a text that starts with { or [.',
    },
  };
}

function unsafeKey(name: string, key: Node): YamlFault {
  return {
    code: 'yaml-unsafe',
    range: rangeOf(key, key),
    message: { zh: `不能用 ${name} 作键`, en: `${name} cannot be a key` },
    hint: { zh: '换一个名字。', en: 'Choose another name.' },
  };
}
