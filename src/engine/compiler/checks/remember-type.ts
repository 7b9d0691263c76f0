import { asObject } from '../json.ts';
import { isDynamic } from '../reference.ts';
import { step } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import { describeAll } from '../validate/describe.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'remember-type',
    severity: 'error',
    title: { zh: '记住的值的类型', en: 'Type of a remembered value' },
    description: {
      zh: '记住的值以后当作 $site.remember 来读，要合 site.yaml 里同名一项的类型。',
      en: 'What is remembered is read later as $site.remember, and must be of the type that site.yaml gives that name.',
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
    const { library } = project;
    const place = step(library.config.get('site') ?? {}, 'remember', library);
    const judge = (value: unknown, pointer: Pointer) => {
      for (const [name, given] of Object.entries(asObject(value))) {
        const known = 'found' in place ? step(place.found, name, library) : { names: [] };
        if (!('found' in known) || isDynamic(given)) continue;
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
