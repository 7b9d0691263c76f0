import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Json } from '../json.ts';
import { around, type Extent, isWithinLimits, LEAF } from './extent.ts';
import { LIMITS } from './limits.ts';
import { WIDE_INDENT } from './typos.ts';
import type { YamlFault } from './yaml-fault.ts';

/** Keys that could change an object's prototype when copied. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Wide or no-break spaces, meant as indentation. */
const WIDE_START = /^[\u3000\u00a0]/;

/** The node that an alias refers to. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

interface Part extends Extent {
  value: unknown;
}

const leaf = (value: unknown): Part => ({ value, ...LEAF });

/** Nodes -> plain value. Whatever is unsafe, unknown or too large becomes a fault and is left out. */
export function toValue(
  root: Node | null,
  fault: (fault: YamlFault) => void,
): { value: unknown; aliases: AliasTargets } {
  const reader = new Reader(fault);
  return { value: reader.read(root).value, aliases: reader.aliases };
}

class Reader {
  readonly aliases = new Map<Alias, Node>();
  readonly #fault: (fault: YamlFault) => void;
  readonly #anchors = new Map<string, { node: Node; part: Part | undefined }>();

  constructor(fault: (fault: YamlFault) => void) {
    this.#fault = fault;
  }

  read(node: Node | null): Part {
    if (isAlias(node)) return this.#alias(node);
    const anchor = isScalar(node) || isSeq(node) || isMap(node) ? node.anchor : undefined;
    if (node !== null && anchor !== undefined) this.#anchors.set(anchor, { node, part: undefined });
    const part = this.#content(node);
    if (node !== null && anchor !== undefined) this.#anchors.set(anchor, { node, part });
    return part;
  }

  #content(node: Node | null): Part {
    if (isScalar(node)) return leaf(node.value);
    if (isSeq(node)) {
      const parts = node.items.map((item) => this.read(item as Node | null));
      return this.#bounded(
        node,
        parts.map(({ value }) => value),
        parts,
      );
    }
    return isMap(node) ? this.#map(node) : leaf(null);
  }

  #map(node: YAMLMap): Part {
    const object: Json = {};
    const parts: Part[] = [];
    for (const pair of node.items) {
      const key = keyText(isScalar(pair.key) ? pair.key.value : undefined);
      const part = this.read(pair.value as Node | null);
      if (key === undefined) this.#fault(oddKey(pair.key as Node | null, node));
      else if (WIDE_START.test(key)) this.#fault(wideIndent(key, pair.key as Node));
      else if (UNSAFE_KEYS.has(key)) this.#fault(unsafeKey(key, pair.key as Node));
      else if (Object.hasOwn(object, key)) {
        this.#fault(duplicateKey(key, pair.key as Node));
        if (object[key] === null) object[key] = part.value;
      } else {
        object[key] = part.value;
        parts.push(part);
      }
    }
    return this.#bounded(node, object, parts);
  }

  #alias(node: Alias): Part {
    const anchor = this.#anchors.get(node.source);
    if (anchor?.part === undefined) {
      this.#fault(badAlias(node, anchor !== undefined));
      return leaf(null);
    }
    this.aliases.set(node, anchor.node);
    return anchor.part;
  }

  /** Aliases of aliases grow exponentially: their size is computed, and the value is not built. */
  #bounded(node: Node, value: unknown, parts: readonly Part[]): Part {
    const extent = around(parts);
    if (isWithinLimits(extent)) return { value, ...extent };
    this.#fault(tooMuch(node));
    return leaf(null);
  }
}

/** May what stands for a key be one, once it is text? */
export function isUsableKey(key: unknown): boolean {
  const name = keyText(key);
  return name !== undefined && !WIDE_START.test(name) && !UNSAFE_KEYS.has(name);
}

/** Numbers and booleans are allowed as keys, and read as text. */
function keyText(key: unknown): string | undefined {
  return typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean'
    ? `${key}`
    : undefined;
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
      zh: '写成 键: 值；以 { 或 [ 开头的文字要加引号。',
      en: 'Write key: value; quote a text that starts with { or [.',
    },
  };
}

/** For YAML these spaces are part of the key, so that the key is at an unintended level. */
function wideIndent(name: string, key: Node): YamlFault {
  const { start } = rangeOf(key, key);
  return {
    code: 'yaml-syntax',
    range: { start, end: start + name.length - name.trimStart().length },
    ...WIDE_INDENT,
  };
}

function duplicateKey(name: string, key: Node): YamlFault {
  return {
    code: 'yaml-duplicate-key',
    range: rangeOf(key, key),
    message: { zh: `${name} 写了两次`, en: `${name} is written twice` },
    hint: { zh: '只留一个；后一个不会生效。', en: 'Keep one; the later has no effect.' },
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

function badAlias(node: Alias, isCyclic: boolean): YamlFault {
  return {
    code: 'yaml-unsafe',
    range: rangeOf(node, node),
    message: isCyclic
      ? { zh: `*${node.source} 包含了它自己`, en: `*${node.source} contains itself` }
      : { zh: `前面没有 &${node.source}`, en: `there is no &${node.source} before it` },
    hint: {
      zh: '先写 &名字，再在后面用 *名字；若是文字以 * 开头，请加引号。',
      en: 'Write &name first and *name after it; quote a text that starts with *.',
    },
  };
}

function tooMuch(node: Node): YamlFault {
  const [start] = node.range ?? [0];
  return {
    code: 'yaml-limits',
    range: { start, end: start + 1 },
    message: {
      zh: `展开后超过 ${LIMITS.values} 个值或 ${LIMITS.depth} 层`,
      en: `more than ${LIMITS.values} values or ${LIMITS.depth} levels, aliases counted`,
    },
    hint: {
      zh: '少用互相包含的别名，或拆成几个页面。',
      en: 'Use fewer aliases inside each other, or split the page.',
    },
  };
}
