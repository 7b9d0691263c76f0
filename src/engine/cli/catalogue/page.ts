import type { Language } from '../language.ts';

/** What the page says before its scripts run. */
const WORDS: Record<Language, Readonly<Record<string, string>>> = {
  zh: { LANG: 'zh-CN', TITLE: '目录与游乐场', OPENING: '正在打开目录…' },
  en: { LANG: 'en', TITLE: 'Catalogue and playground', OPENING: 'Opening the catalogue…' },
};

/** The page of the catalogue in one language. */
export const pageIn = (html: string, lang: Language): string =>
  html.replaceAll(/%([A-Z]+)%/g, (mark, name: string) => WORDS[lang][name] ?? mark);
