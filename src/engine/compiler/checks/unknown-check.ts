import { asObject } from '../json.ts';
import { intendedName } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'unknown-check',
    severity: 'warning',
    title: { zh: '没有的检查', en: 'Unknown check' },
    description: {
      zh: 'site.yaml 的 checks 里写错名字，级别就不会改变。',
      en: 'A misspelt name under checks in site.yaml changes nothing.',
    },
    example: {
      file: 'config/site.yaml',
      bad: `checks: { dead-lnk: warning }
`,
      good: `checks: { dead-link: warning }
`,
    },
  },
  scope: 'whole',
  run({ files, codes, report }) {
    const site = files.find(({ kind }) => kind === 'site');
    for (const code of Object.keys(asObject(asObject(site?.yaml.value)['checks']))) {
      if (codes.includes(code)) continue;
      const replacement = intendedName(code, codes);
      report('config/site.yaml', {
        at: { pointer: ['checks', code], part: 'key' },
        message: { zh: `没有名为 ${code} 的检查`, en: `there is no check named ${code}` },
        hint: suggestion(code, codes),
        ...(replacement !== undefined && { replacement }),
      });
    }
  },
} satisfies Check as Check;
