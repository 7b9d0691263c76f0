import { asObject } from '../json.ts';
import { mentions, partialTextsOf } from '../project/partial-files.ts';
import { intendedName } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'budget-page',
    severity: 'error',
    title: { zh: '没有的页面的预算', en: 'Budget of no page' },
    description: {
      zh: 'budgets.pages 下的名字是页面名；写错了，那一页就没有自己的上限。',
      en: 'The names under budgets.pages are names of pages; misspelt, the page has no budget of its own.',
    },
    example: {
      file: 'config/site.yaml',
      bad: `budgets:
  pages: { idnex: { scripts: 130 } }
`,
      good: `budgets:
  pages: { index: { scripts: 130 } }
`,
    },
  },
  scope: 'whole',
  run({ files, routes, report }) {
    const site = files.find(({ kind }) => kind === 'site');
    const given = Object.keys(asObject(asObject(asObject(site?.yaml.value)['budgets'])['pages']));
    const known = routes.pages.flatMap(({ name }) => name ?? []);
    for (const name of given) {
      if (known.includes(name) || mentions(partialTextsOf(files), ['page'], name)) continue;
      const replacement = intendedName(name, known);
      report('config/site.yaml', {
        at: { pointer: ['budgets', 'pages', name], part: 'key' },
        message: { zh: `没有名为 ${name} 的页面`, en: `there is no page named ${name}` },
        hint: suggestion(name, known),
        ...(replacement !== undefined && { replacement }),
      });
    }
  },
} satisfies Check as Check;
