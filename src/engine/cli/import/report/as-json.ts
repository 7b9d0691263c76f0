import type { Language } from '../../language.ts';
import type { Report } from './report.ts';

/** One JSON object for programs. */
export function asJson({ site, ...report }: Report, lang: Language): string {
  const { title, from, isDry, calls, entities, losses, advice } = report;
  return JSON.stringify(
    {
      document: { title, from },
      dryRun: isDry,
      calls: calls.map(({ key, name, file, outcome }) => ({ operation: key, call: name, file, outcome })),
      entities: entities.map(({ key, name, file, outcome }) => ({
        definition: key,
        entity: name,
        file,
        outcome,
      })),
      site: { file: site.file, api: site.api, missing: site.missing, written: site.isWritten },
      advice: [
        ...site.words.map((words) => ({ message: words[lang] })),
        ...advice.map(({ api, words }) => ({
          message: words[lang],
          ...(Object.keys(api).length > 0 && { api }),
        })),
      ],
      losses: losses.map(({ code, file, pointer, lost, written }) => ({
        code,
        file: file === '' ? from : file,
        pointer,
        lost: lost[lang],
        written: written[lang],
      })),
    },
    null,
    2,
  );
}
