import type { CST } from 'yaml';
import { everyToken } from './tokens.ts';
import type { YamlFault } from './yaml-fault.ts';

/** Most characters between the end of a quoted text and the parser error that its quote causes. */
const NEAR = 3;

/**
 * The quoted text that causes the first syntax error: one that is never closed, runs over several lines, or ends just
 * before the error.
 */
export function openQuote(tokens: readonly CST.Token[], errorOffset: number): YamlFault | undefined {
  let blamed: CST.FlowScalar | undefined;
  for (const token of everyToken(tokens)) {
    if (token.type !== 'single-quoted-scalar' && token.type !== 'double-quoted-scalar') continue;
    if (token.offset <= errorOffset && isSuspect(token, errorOffset) && token.offset >= (blamed?.offset ?? 0))
      blamed = token;
  }
  if (blamed === undefined) return undefined;
  const line = blamed.source.split('\n', 1)[0] ?? '';
  return {
    code: 'yaml-syntax',
    range: { start: blamed.offset, end: blamed.offset + line.length },
    message: {
      zh: '从这里开始的引号没有关在该关的地方',
      en: 'the quote that opens here is not closed where it should be',
    },
    hint: {
      zh: '在这段文字末尾补上同样的引号；文字里有单引号时写两个。',
      en: 'Close it at the end of the text; a single quote inside the text is written twice.',
    },
  };
}

function isSuspect({ source, offset }: CST.FlowScalar, errorOffset: number): boolean {
  const quote = source.charAt(0);
  const isClosed = source.length > 1 && source.endsWith(quote);
  const end = offset + source.length;
  return !isClosed || source.includes('\n') || (errorOffset >= end && errorOffset <= end + NEAR);
}
