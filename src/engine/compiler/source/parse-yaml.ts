import { Composer, type CST, type Document, type ParsedNode, Parser, type YAMLParseError } from 'yaml';
import { guardTokens } from './guard-tokens.ts';
import { LIMITS } from './limits.ts';
import { openBracket } from './open-bracket.ts';
import { openQuote } from './open-quote.ts';
import { type AliasTargets, toValue } from './to-value.ts';
import { typoAt } from './typos.ts';
import { explainYamlError } from './yaml-errors.ts';
import type { YamlFault } from './yaml-fault.ts';

/** What a text says, and what is wrong with it. */
export interface YamlContent {
  value: unknown;
  faults: readonly YamlFault[];
  /** The offset of the first syntax fault: the value after it is unreliable. undefined when there is none. */
  brokenFrom: number | undefined;
  /** The offset of the parser's first error, which may be after the fault that causes it. */
  errorOffset?: number | undefined;
  /** Absent where the text was read without them. */
  nodes?: YamlNodes;
}

/** Where the parts of a text stand. */
export interface YamlNodes {
  /** null when the text could not be made into nodes at all. */
  root: ParsedNode | null;
  aliases: AliasTargets;
}

interface ParsedYaml extends YamlContent {
  nodes: YamlNodes;
}

/** Control characters, lone surrogates, and the replacement character for bytes that are not UTF-8. */
const UNPRINTABLE = /[\p{Cs}\u{FFFD}\u{FFFE}\u{FFFF}]|[^\P{Cc}\t\n\r]/u;

/** Is it short enough for a config file, and without characters that no editor shows? */
export const isReadable = (text: string): boolean => text.length <= LIMITS.size && !UNPRINTABLE.test(text);

const NOTHING = { nodes: { root: null, aliases: new Map() }, value: undefined } as const;

/** Text -> nodes, plain value and faults. Never throws, whatever the text; its work is bounded by `LIMITS`. */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > LIMITS.size) return unreadable(TOO_LARGE);
  const odd = text.search(UNPRINTABLE);
  if (odd !== -1) return unreadable(unprintable(text.charCodeAt(odd), odd));
  const tokens: CST.Token[] = [...new Parser().parse(text)];
  const guarded = guardTokens(tokens);
  if (guarded.some(({ code }) => code === 'yaml-limits'))
    return { ...NOTHING, faults: guarded, brokenFrom: 0 };
  const documents: Document.Parsed[] = [...new Composer({ uniqueKeys: false }).compose(tokens)].filter(
    (document): document is Document.Parsed => document.range !== null,
  );
  const [document, second] = documents;
  if (document === undefined) return { ...NOTHING, faults: guarded, brokenFrom: undefined };
  const errors = [...document.errors, ...document.warnings].filter(
    ({ code }) => code !== 'TAG_RESOLVE_FAILED',
  );
  const syntax = syntaxFaults(errors, tokens, text);
  const faults = [...guarded, ...syntax];
  if (second !== undefined) faults.push(severalDocuments(second.range[0]));
  const brokenFrom = syntax[0]?.range.start;
  const { value, aliases } = toValue(document.contents, (fault) => {
    if (brokenFrom === undefined || fault.range.end <= brokenFrom) faults.push(fault);
  });
  const errorOffset = brokenFrom === undefined ? undefined : Math.min(...errors.map(errorOffsetOf));
  return { nodes: { root: document.contents, aliases }, value, faults, brokenFrom, errorOffset };
}

/**
 * Only the first fault is certain: what follows may be a consequence of it. A quote or bracket that was left open is reported
 * where it was opened, which is before the parser error; a typing error where it was made.
 */
function syntaxFaults(
  errors: readonly (YAMLParseError | Error)[],
  tokens: readonly CST.Token[],
  text: string,
): YamlFault[] {
  const [first] = errors.map(explainYamlError).sort((a, b) => a.range.start - b.range.start);
  if (first === undefined) return [];
  const { start } = first.range;
  return [openQuote(tokens, start) ?? typoAt(text, start) ?? openBracket(tokens, start) ?? first];
}

const errorOffsetOf = (error: YAMLParseError | Error) => explainYamlError(error).range.start;

const unreadable = (fault: YamlFault): ParsedYaml => ({ ...NOTHING, faults: [fault], brokenFrom: 0 });

const TOO_LARGE: YamlFault = {
  code: 'yaml-limits',
  range: { start: 0, end: 1 },
  message: {
    zh: `文件超过 ${LIMITS.size / 1024} kB 的上限`,
    en: `the file is larger than the ${LIMITS.size / 1024} kB allowed`,
  },
  hint: { zh: '把它拆成几个页面。', en: 'Split it into several pages.' },
};

function unprintable(code: number, at: number): YamlFault {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    code: 'yaml-syntax',
    range: { start: at, end: at + 1 },
    message:
      code === 0xfffd
        ? { zh: '这里的字节不是 UTF-8', en: 'the bytes here are not UTF-8' }
        : { zh: `文件里有不可见的字符 ${name}`, en: `the file holds the unprintable character ${name}` },
    hint: {
      zh: '用 UTF-8 编码重新保存文件，删掉这个字符。',
      en: 'Save the file as UTF-8, without this character.',
    },
  };
}

function severalDocuments(start: number): YamlFault {
  return {
    code: 'yaml-syntax',
    range: { start, end: start + 3 },
    message: { zh: '一个文件里有两份 YAML 文档(---)', en: 'two YAML documents in one file (---)' },
    hint: {
      zh: '去掉 ---,或把第二份放进另一个文件。',
      en: 'Remove ---, or move the second one into a file of its own.',
    },
  };
}
