import type { Finding } from '../finding.ts';
import { asObject } from '../json.ts';
import { isDynamic } from '../reference.ts';
import { step } from '../schema/shape.ts';
import { intendedName } from '../similar-names.ts';
import type { Pointer } from '../source/pointer.ts';
import { describeAll, suggestion } from '../validate/describe.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'remember-type',
    severity: 'error',
    title: { zh: '记住的值', en: 'Remembered value' },
    description: {
      zh: '记住的值以后当作 $site.remember 来读，名字与类型要合 site.yaml 的 remember。',
      en: 'What is remembered is read later as $site.remember, and must have a name and a type that site.yaml gives it.',
    },
    example: {
      bad: `remember: { brand: 有 }
blocks: []
`,
      good: `remember: { brand: true }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { library, siteSchema } = project;
    const place = step(siteSchema, 'remember', library);
    const judge = (value: unknown, pointer: Pointer) => {
      for (const [name, given] of Object.entries(asObject(value))) {
        const known = 'found' in place ? step(place.found, name, library) : { names: [] };
        if (!('found' in known)) {
          report(unknown(name, [...pointer, 'remember', name], known.names));
          continue;
        }
        if (isDynamic(given)) continue;
        const errors = validatorOf(library).errors(known.found, given);
        for (const { finding } of describeAll(errors, [...pointer, 'remember', name])) report(finding);
      }
    };
    return {
      owner: ({ value, pointer }) => judge(value['remember'], pointer),
      action: ({ value, pointer }) => judge(value['remember'], pointer),
    };
  },
} satisfies Check as Check;

const unknown = (name: string, pointer: Pointer, names: readonly string[]): Finding => ({
  at: { pointer, part: 'key' },
  message: { zh: `没有要记住的 ${name}`, en: `there is no remembered ${name}` },
  hint: suggestion(name, names),
  replacement: intendedName(name, names),
});
