import { Composer, type CST, type Document, type ParsedNode, Parser, type YAMLParseError } from 'yaml';
import type { Text } from '../offense.ts';
import { guardTokens } from './guard-tokens.ts';
import { LIMITS } from './limits.ts';
import { openQuote } from './open-quote.ts';
import type { Range } from './text-position.ts';
import { type AliasTargets, toValue } from './to-value.ts';
import { explainYamlError } from './yaml-errors.ts';

/** A problem of the text itself, before its meaning is looked at. */
export interface YamlFault {
  code: 'yaml-syntax' | 'yaml-duplicate-key' | 'yaml-unsafe' | 'yaml-limits';
  range: Range;
  message: Text;
  hint: Text;
}

export interface ParsedYaml {
  /** null when the text could not be made into nodes at all. */
  root: ParsedNode | null;
  value: unknown;
  aliases: AliasTargets;
  faults: YamlFault[];
}

const NOTHING = { root: null, value: undefined, aliases: new Map() } as const;

/** Text -> nodes, plain value and faults. Never throws, whatever the text; its work is bounded by `LIMITS`. */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > LIMITS.size) return unreadable(tooLarge(text));
  const tokens: CST.Token[] = [...new Parser().parse(text)];
  const guarded = guardTokens(tokens);
  if (guarded.length > 0) return { ...NOTHING, faults: guarded };
  const documents: Document.Parsed[] = [...new Composer({ uniqueKeys: false }).compose(tokens)].filter(
    (document): document is Document.Parsed => document.range !== null,
  );
  const [document, second] = documents;
  if (document === undefined) return { ...NOTHING, faults: [] };
  const faults = syntaxFaults([...document.errors, ...document.warnings], tokens);
  if (second !== undefined) faults.push(severalDocuments(second.range[0]));
  const { value, aliases } = toValue(document.contents, (fault) => faults.push(fault));
  return { root: document.contents, value, aliases, faults };
}

/**
 * Only the first fault is certain: what follows it is read in the wrong light. A quote that was left open is told where it
 * was opened, which is before anything that the parser stumbles over.
 */
function syntaxFaults(
  errors: readonly (YAMLParseError | Error)[],
  tokens: readonly CST.Token[],
): YamlFault[] {
  const [first] = errors.map(explainYamlError).sort((a, b) => a.range.start - b.range.start);
  return first === undefined ? [] : [openQuote(tokens, first.range.start) ?? first];
}

const unreadable = (fault: YamlFault): ParsedYaml => ({ ...NOTHING, faults: [fault] });

function tooLarge(text: string): YamlFault {
  const kilobytes = Math.ceil(text.length / 1024);
  return {
    code: 'yaml-limits',
    range: { start: 0, end: 1 },
    message: {
      zh: `文件有 ${kilobytes} kB,超过 ${LIMITS.size / 1024} kB 的上限`,
      en: `the file has ${kilobytes} kB, more than the ${LIMITS.size / 1024} kB allowed`,
    },
    hint: { zh: '把它拆成几个页面。', en: 'Split it into several pages.' },
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
