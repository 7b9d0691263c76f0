import type { CST } from 'yaml';
import { everyToken } from './tokens.ts';
import type { YamlFault } from './yaml-fault.ts';

/** The first bracket that opens before the first syntax fault and is never closed: the parser fails a line or more later. */
export function openBracket(tokens: readonly CST.Token[], errorOffset: number): YamlFault | undefined {
  let blamed: CST.FlowCollection | undefined;
  for (const token of everyToken(tokens)) {
    if (token.type !== 'flow-collection' || token.start.offset > errorOffset || isClosed(token)) continue;
    if (blamed === undefined || token.start.offset < blamed.start.offset) blamed = token;
  }
  if (blamed === undefined) return undefined;
  const { offset, source } = blamed.start;
  const closing = source === '{' ? '}' : ']';
  return {
    code: 'yaml-syntax',
    range: { start: offset, end: offset + 1 },
    message: { zh: `这个 ${source} 没有配上 ${closing}`, en: `this ${source} is never closed` },
    hint: { zh: `在该结束的地方补上 ${closing}。`, en: `Put ${closing} where it should end.` },
  };
}

const isClosed = ({ end }: CST.FlowCollection): boolean =>
  end.some(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end');
