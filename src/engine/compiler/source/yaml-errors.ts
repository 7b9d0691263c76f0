import { YAMLParseError, YAMLWarning } from 'yaml';
import type { Text } from '../offense.ts';
import type { YamlFault } from './yaml-fault.ts';

/** Messages for the parser errors that operations staff make. Key: the error code of the `yaml` package. */
const EXPLANATIONS: Record<string, { message: Text; hint: Text }> = {
  TAB_AS_INDENT: {
    message: { zh: '缩进用了制表符', en: 'a tab is used for indentation' },
    hint: { zh: '用空格缩进(每层两个)。', en: 'Indent with spaces (two per level).' },
  },
  BAD_INDENT: {
    message: { zh: '缩进不对', en: 'wrong indentation' },
    hint: {
      zh: '同一层的键要对齐,每层两个空格;括号里的续行也要缩进。',
      en: 'Align keys of one level, two spaces per level; indent continued lines in brackets.',
    },
  },
  MISSING_CHAR: {
    message: {
      zh: '缺少一个符号(引号、括号或冒号后的空格)',
      en: 'a character is missing (quote, bracket, or the space after a colon)',
    },
    hint: {
      zh: '补上成对的引号或括号;冒号后面要有空格。',
      en: 'Close the quote or bracket; put a space after the colon.',
    },
  },
  BAD_SCALAR_START: {
    message: { zh: '文字不能以这个符号开头', en: 'a text cannot start with this character' },
    hint: { zh: '给整段文字加上单引号。', en: 'Put the whole text in single quotes.' },
  },
  MULTILINE_IMPLICIT_KEY: {
    message: {
      zh: '键写到了两行上,或上一行少了冒号',
      en: 'a key runs over two lines, or the line before lacks a colon',
    },
    hint: {
      zh: '检查上一行:键后面要有冒号和空格。',
      en: 'Look at the line before: a key is followed by a colon and a space.',
    },
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: { zh: '一行里有两个冒号,或缩进不对', en: 'two colons in one line, or wrong indentation' },
    hint: { zh: '文字里有冒号时给它加上单引号。', en: 'Put a text that contains a colon in single quotes.' },
  },
  UNEXPECTED_TOKEN: {
    message: { zh: '这里的符号不该出现', en: 'unexpected character' },
    hint: {
      zh: '检查前面的引号与括号是否成对。',
      en: 'Check that quotes and brackets before it are closed.',
    },
  },
};

/** An error of the `yaml` package -> a fault; what has no explanation of its own keeps the parser's English text. */
export function explainYamlError(error: Error): YamlFault {
  const known = error instanceof YAMLParseError || error instanceof YAMLWarning ? error : undefined;
  const [start, end] = known?.pos ?? [0, 1];
  const summary = (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
  const explanation = EXPLANATIONS[known?.code ?? ''] ?? {
    message: { zh: `YAML 写法有误(${summary})`, en: `YAML fault: ${summary}` },
    hint: {
      zh: '检查这一行的缩进、引号与括号。',
      en: 'Check indentation, quotes and brackets of this line.',
    },
  };
  return {
    code: 'yaml-syntax',
    range: { start, end: Math.max(end, start + 1) },
    ...explanation,
  };
}
