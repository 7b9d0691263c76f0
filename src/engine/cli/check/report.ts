import type { Offense } from '#engine/compiler/offense.ts';
import type { Language } from '../language-option.ts';
import { codeFrame } from './code-frame.ts';

/** Path relative to the project -> path on this disk. */
export type ShowPath = (path: string) => string;

const WORDS = {
  zh: {
    error: '错误',
    warning: '警告',
    hint: '怎么改',
    fixable: '可自动修正（--fix）',
    clean: '配置没有问题',
  },
  en: {
    error: 'error',
    warning: 'warning',
    hint: 'hint',
    fixable: 'fixable with --fix',
    clean: 'the config is clean',
  },
};

/** One JSON array of offenses, as design §8 has it. */
export function asJson(offenses: readonly Offense[], lang: Language, show: ShowPath): string {
  const rows = offenses.map(
    ({ code, severity, file, line, column, endLine, endColumn, message, hint, fix }) => ({
      code,
      severity,
      file: show(file),
      line,
      column,
      endLine,
      endColumn,
      message: message[lang],
      hint: hint[lang],
      ...(fix && { fix }),
    }),
  );
  return JSON.stringify(rows, null, 2);
}

/** Workflow commands that GitHub shows beside the changed lines. */
export function asGithub(offenses: readonly Offense[], lang: Language, show: ShowPath): string {
  return offenses
    .map(({ code, severity, file, line, column, endLine, endColumn, message, hint }) => {
      const location = `file=${property(show(file))},line=${line},endLine=${endLine},col=${column},endColumn=${endColumn}`;
      return `::${severity} ${location},title=${property(code)}::${data(`${message[lang]} ${hint[lang]}`)}`;
    })
    .join('\n');
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Text for people: each offense with its lines, and a summary. */
export function asText(
  offenses: readonly Offense[],
  lang: Language,
  show: ShowPath,
  files: ReadonlyMap<string, string>,
): string {
  const words = WORDS[lang];
  const blocks = offenses.map((offense) => {
    const { file, line, column, severity, code, message, hint, fix } = offense;
    const head = `${show(file)}:${line}:${column} ${words[severity]} ${code} ${message[lang]}`;
    const advice = `  ${words.hint}: ${hint[lang]}${fix === undefined ? '' : ` ${words.fixable}`}`;
    return [head, ...codeFrame(offense, files.get(file) ?? ''), advice].join('\n');
  });
  return [...blocks, summary(offenses, lang)].join('\n\n');
}

function summary(offenses: readonly Offense[], lang: Language): string {
  const errors = offenses.filter(({ severity }) => severity === 'error').length;
  const warnings = offenses.length - errors;
  if (offenses.length === 0) return WORDS[lang].clean;
  if (lang === 'zh') return `${errors} 个错误，${warnings} 个警告`;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
