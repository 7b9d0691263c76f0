import type { CST } from 'yaml';
import { LIMITS } from './limits.ts';
import { childrenOf } from './tokens.ts';
import type { YamlFault } from './yaml-fault.ts';

/**
 * Checks the tokens before they are composed to nodes: tags are not part of the config language, and too deep nesting would
 * overflow the stack later. Iterative, so that it cannot overflow itself.
 * Reports one fault of each kind: a file with 20,000 tags must not yield 20,000 offenses.
 */
export function guardTokens(tokens: readonly CST.Token[]): YamlFault[] {
  const faults = new Map<string, YamlFault>();
  const stack = tokens.map((token) => ({ token, depth: 0 }));
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { token, depth } = entry;
    const fault = depth > LIMITS.depth ? tooDeep(token) : forbidden(token);
    if (fault !== undefined) {
      const known = faults.get(fault.code + fault.message.en);
      if (known === undefined || known.range.start > fault.range.start)
        faults.set(fault.code + fault.message.en, fault);
      if (depth > LIMITS.depth) continue;
    }
    const inside = 'items' in token ? depth + 1 : depth;
    for (const child of childrenOf(token)) {
      // Most tokens are words and spaces, of which there is nothing to say.
      if ('items' in child || child.type === 'tag' || inside > LIMITS.depth)
        stack.push({ token: child, depth: inside });
    }
  }
  return [...faults.values()];
}

const rangeOf = (token: CST.Token) => {
  const length = 'source' in token && typeof token.source === 'string' ? token.source.length : 1;
  return { start: token.offset, end: token.offset + length };
};

function tooDeep(token: CST.Token): YamlFault {
  return {
    code: 'yaml-limits',
    range: rangeOf(token),
    message: { zh: `嵌套超过 ${LIMITS.depth} 层`, en: `nested deeper than ${LIMITS.depth} levels` },
    hint: {
      zh: '检查括号是否配对,或把内容拆成几个区块。',
      en: 'Check the brackets, or split the content into several blocks.',
    },
  };
}

function forbidden(token: CST.Token): YamlFault | undefined {
  if (token.type === 'tag') {
    return {
      code: 'yaml-unsafe',
      range: rangeOf(token),
      message: {
        zh: `不支持 YAML 标签(${token.source})`,
        en: 'YAML tags are not part of the config language',
      },
      hint: {
        zh: '去掉标签;若是文字以 ! 开头,请加引号。',
        en: 'Remove the tag; quote a text that starts with !.',
      },
    };
  }
  return undefined;
}
