import type { CallBinding } from '#engine/generated/schemas.ts';
import { own } from '#engine/runtime/own.ts';

type Calls = Readonly<Record<string, Pick<CallBinding, 'method' | 'path'>>>;

/** A call that a request makes. */
export interface MatchedCall {
  name: string;
  /** The values in its path, unescaped. */
  params: Record<string, string>;
}

interface Pattern {
  method: string;
  expression: RegExp;
  names: string[];
}

const SPECIAL = /[.*+?^$()|[\]\\]/g;

function patternOf({ method, path }: Pick<CallBinding, 'method' | 'path'>): Pattern {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const source = path.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(/\{\w+\}/g, '([^/]+)');
  return { method, expression: new RegExp(`^${source}$`), names };
}

/** A step up or one that stands still, however it is escaped: what is behind the API's own address is nobody's business. */
const STEPS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

function unescape(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Finds the declared call of a request. A path without a parameter wins over one with.
 * @param calls of the registry
 */
export function createCallMatcher(calls: Calls) {
  const patterns = new Map(Object.entries(calls).map(([name, call]) => [name, patternOf(call)]));
  const ordered = [...patterns].toSorted(([, a], [, b]) => a.names.length - b.names.length);

  function paramsOf(pattern: Pattern, method: string, path: string): Record<string, string> | undefined {
    if (pattern.method !== method) return undefined;
    const values = pattern.expression.exec(path)?.slice(1).map(unescape);
    if (!values?.every((value) => value !== undefined)) return undefined;
    return Object.fromEntries(pattern.names.map((name, index) => [name, values[index] ?? '']));
  }

  /**
   * @param path as requested, escaped, without its query
   * @param named the call that the request says it makes: several may have one path
   */
  return function match(method: string, path: string, named?: string): MatchedCall | undefined {
    if (STEPS.test(path)) return undefined;
    if (named !== undefined) {
      const pattern = patterns.get(named);
      const params = pattern && own(calls, named) && paramsOf(pattern, method, path);
      return params && { name: named, params };
    }
    for (const [name, pattern] of ordered) {
      const params = paramsOf(pattern, method, path);
      if (params) return { name, params };
    }
    return undefined;
  };
}

export type CallMatcher = ReturnType<typeof createCallMatcher>;
