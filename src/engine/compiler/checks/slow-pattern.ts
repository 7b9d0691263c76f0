import { asObject, isObject } from '../json.ts';
import type { Pointer } from '../source/pointer.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'slow-pattern',
    severity: 'error',
    title: { zh: '会变慢的正则表达式', en: 'Pattern that can be slow' },
    description: {
      zh: '重复的括号里还有重复或并列时（如 (a+)+），一段存心写的文字能让服务器算上几秒。实测 27 个字符用了 2 秒。',
      en: 'Where a repeated group holds another repetition or a choice, as in (a+)+, a text made for it keeps the server busy for seconds (measured: 2 s for 27 characters).',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.list:
  get: /api/notice
  query: { ids: { type: string, pattern: '^(\\d+)+$' } }
`,
      good: `notice.list:
  get: /api/notice
  query: { ids: { type: string, pattern: '^\\d+(,\\d+)*$' } }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      call({ value, pointer }) {
        for (const part of ['params', 'query', 'body']) visit(value[part], [...pointer, part]);
      },
    };

    function visit(fields: unknown, pointer: Pointer): void {
      for (const [name, field] of Object.entries(asObject(fields))) {
        if (!isObject(field)) continue;
        visit(field['fields'], [...pointer, name, 'fields']);
        if (typeof field['pattern'] !== 'string' || !repeatsRepetition(field['pattern'])) continue;
        report({
          at: { pointer: [...pointer, name, 'pattern'] },
          message: {
            zh: `${name} 的正则表达式在重复的括号里又有重复或并列`,
            en: `the pattern of ${name} repeats a group that itself repeats or chooses`,
          },
          hint: {
            zh: '去掉一层重复，或改用 enum、maxLength。',
            en: 'Take one repetition away, or use enum or maxLength instead.',
          },
        });
      }
    }
  },
} satisfies Check as Check;

/**
 * A repeated group that begins with a separator which nothing else in it can match, as in `(,\d{1,9})*`, can be read in one
 * way only, whatever repeats inside.
 */
const SEPARATED = /\(([,;:|/@_ -])((?:\\d|\[(?:\w-\w|\w)+\]|\w|\{\d+(?:,\d*)?\}|[*+?])*)\)(?=[*+{])/g;

const withoutSeparated = (pattern: string): string =>
  pattern.replace(SEPARATED, (group, separator: string, rest: string) =>
    rest.replace(/\{[\d,]*\}/g, '').includes(separator) ? group : 'x',
  );

/** Is a group that may repeat without bound made of parts that repeat, or of alternatives? */
export function repeatsRepetition(pattern: string): boolean {
  const bare = withoutSeparated(pattern)
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x');
  const groups: boolean[] = [];
  for (let at = 0; at < bare.length; at++) {
    const sign = bare.charAt(at);
    if (sign === '(') {
      groups.push(false);
      if (bare.charAt(at + 1) === '?') at += 1;
    } else if (sign === ')') {
      const inner = groups.pop() === true;
      const repeats = /^(?:[*+]|\{\d+,\d*\})/.test(bare.slice(at + 1));
      if (inner && repeats) return true;
      if ((inner || repeats) && groups.length > 0) groups[groups.length - 1] = true;
    } else if (/[*+|]/.test(sign) || (sign === '{' && /^\{\d+,\d*\}/.test(bare.slice(at)))) {
      if (groups.length > 0) groups[groups.length - 1] = true;
    }
  }
  return false;
}
