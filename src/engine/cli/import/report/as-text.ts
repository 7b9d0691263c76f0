import { Document } from 'yaml';
import { padTo } from '../../columns.ts';
import type { Language } from '../../language.ts';
import type { Outcome, Planned } from '../write/outcome.ts';
import type { Report } from './report.ts';

/** Outcomes that are counted for each file. */
const COUNTED = ['written', 'updated', 'unchanged', 'edited'] as const satisfies Outcome[];

/** Outcomes that are reported one by one. */
const TOLD = ['conflict', 'removed', 'orphaned', 'deleted', 'taken', 'failed'] as const satisfies Outcome[];

const WORDS = {
  zh: {
    written: '新',
    updated: '改',
    unchanged: '未变',
    edited: '手改过，保留',
    conflict: '手改过，文档里也变了：保留手改的',
    removed: '文档里没有了：已删去',
    orphaned: '文档里没有了，但手改过或还有别处用它：留着',
    deleted: '手动删去的：不再写；要它回来，删掉 openapi.lock.json 里它那一行',
    taken: '已经手写过：保留手写的',
    failed: '没有写，原因见下',
    dry: '--dry-run：什么也没有写',
    site: (file: string) => `${file} 应当写上（--site 会补上缺的）：`,
    siteWritten: (file: string) => `${file} 已补上：`,
    advice: '还要您决定的：',
    losses: (count: number) => `没有照文档写的 ${count} 处：`,
    loss: (lost: string, written: string) => `丢了：${lost}；于是：${written}`,
    told: (name: string, key: string, what: string) => `  ${name}（${key}）${what}`,
    summary: (title: string, calls: number, entities: number) =>
      `「${title}」${calls} 个接口，${entities} 个实体`,
    next: '接下来：npm run check',
  },
  en: {
    written: 'new',
    updated: 'updated',
    unchanged: 'unchanged',
    edited: 'edited by hand, kept',
    conflict: 'edited by hand and changed in the document: the edit stays',
    removed: 'gone from the document: removed',
    orphaned: 'gone from the document, but edited by hand or still used: kept',
    deleted: 'removed by hand: not written again; remove its line from openapi.lock.json to have it back',
    taken: 'declared by hand already: that stays',
    failed: 'not written, for the reason below',
    dry: '--dry-run: nothing was written',
    site: (file: string) => `${file} should say (--site adds what is missing):`,
    siteWritten: (file: string) => `Added to ${file}:`,
    advice: 'For you to decide:',
    losses: (count: number) => `${count} places are not as the document has them:`,
    loss: (lost: string, written: string) => `lost: ${lost}; instead: ${written}`,
    told: (name: string, key: string, what: string) => `  ${name} (${key}) ${what}`,
    summary: (title: string, calls: number, entities: number) =>
      `${title}: ${calls} calls, ${entities} entities`,
    next: 'Next: npm run check',
  },
};

/** Text for people: what was written, file by file, what to decide, and what was lost, line by line. */
export function asText(report: Report, lang: Language): string {
  const words = WORDS[lang];
  const { calls, entities, isDry } = report;
  const sections = [
    filesOf(report, lang),
    [...calls, ...entities]
      .filter(({ outcome }) => TOLD.some((one) => one === outcome))
      .map(({ key, name, outcome }) => words.told(name, key, words[outcome])),
    siteLines(report, lang),
    adviceLines(report, lang),
    lossLines(report, lang),
    [words.summary(report.title, count(calls), count(entities)), isDry ? words.dry : words.next],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const count = (planned: readonly Planned[]) =>
  planned.filter(({ outcome }) => COUNTED.some((one) => one === outcome) || outcome === 'conflict').length;

function filesOf({ calls, entities }: Report, lang: Language): string[] {
  const groups = Map.groupBy(calls, ({ file }) => file);
  const folder = entities.find(({ file }) => file !== '')?.file.replace(/[^/]*$/, '');
  if (folder !== undefined) groups.set(folder, [...entities]);
  const rows = [...groups].flatMap(([file, planned]) => {
    const counts = COUNTED.flatMap((outcome) => {
      const number = planned.filter((one) => one.outcome === outcome).length;
      return number > 0 ? [`${WORDS[lang][outcome]} ${number}`] : [];
    });
    return counts.length > 0 && file !== '' ? [[file, counts.join('  ')] as const] : [];
  });
  const width = Math.max(0, ...rows.map(([file]) => file.length)) + 2;
  return rows.map(([file, counts]) => padTo(file, width) + counts);
}

const yaml = (value: unknown, indent: string) =>
  new Document({ api: value })
    .toString({ lineWidth: 0, singleQuote: true })
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);

function siteLines({ site }: Report, lang: Language): string[] {
  const { file, api, missing, isWritten } = site;
  if (isWritten) return [WORDS[lang].siteWritten(file), ...yaml(missing, '  ')];
  return Object.keys(missing).length === 0 ? [] : [WORDS[lang].site(file), ...yaml(api, '  ')];
}

function adviceLines({ site, advice }: Report, lang: Language): string[] {
  const lines = [
    ...site.words.map((words) => [`  ${words[lang]}`]),
    ...advice.map(({ api, words }) => [
      `  ${words[lang]}`,
      ...(Object.keys(api).length > 0 ? yaml(api, '    ') : []),
    ]),
  ].flat();
  return lines.length > 0 ? [WORDS[lang].advice, ...lines] : [];
}

function lossLines({ losses }: Report, lang: Language): string[] {
  const words = WORDS[lang];
  const rows = losses.map(
    ({ file, pointer, lost, written }) => `  ${file}#${pointer}  ${words.loss(lost[lang], written[lang])}`,
  );
  return rows.length > 0 ? [words.losses(rows.length), ...rows] : [];
}
