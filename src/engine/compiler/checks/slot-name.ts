import { asObject, isObject } from '../json.ts';
import { isNameOf } from '../project/names.ts';
import type { Project } from '../project/project.ts';
import type { Check } from './check.ts';

/** The call with which the compiler fetches the ads of a slot, and its parameter. */
const CALL = 'focus.show';

export default {
  meta: {
    code: 'slot-name',
    severity: 'error',
    title: { zh: '取不到广告的广告位名', en: 'Slot whose ads cannot be fetched' },
    description: {
      zh: '广告位的名字就是取广告时的参数，要合接口 focus.show 对它的限制，否则服务器一律拒绝，那个位置永远是空的。',
      en: 'The name of a slot is what its ads are asked by; where the call focus.show does not take it the server refuses, and the place stays bare.',
    },
    example: {
      file: 'config/ads.yaml',
      beside: {
        'config/api/base.yaml': `user.base: { get: /api/user/base, response: user }
focus.show: { get: '/api/focus/{name}', params: { name: { type: string, pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' } }, response: 'ad[]' }
`,
      },
      bad: `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: { label: 名字太长, width: 1200, height: 90 }
`,
      good: `winter_top: { label: 冬季茶会, width: 1200, height: 90 }
`,
    },
  },
  scope: 'file',
  create({ kind, yaml, project, report }) {
    if (kind !== 'ads') return {};
    for (const name of Object.keys(asObject(yaml.value))) {
      if (!isNameOf('slot', name, project.library) || isSlotName(name, project)) continue;
      report({
        at: { pointer: [name], part: 'key' },
        message: {
          zh: `接口 ${CALL} 不收 ${name} 这个名字`,
          en: `the call ${CALL} does not take the name ${name}`,
        },
        hint: {
          zh: `换一个合乎 ${patternOf(project) ?? ''} 的名字：以字母开头，不要太长。`,
          en: `Choose one that fits ${patternOf(project) ?? ''}.`,
        },
      });
    }
    return {};
  },
} satisfies Check as Check;

function patternOf({ calls }: Project): string | undefined {
  const field = calls.get(CALL)?.config.params?.['name'];
  return isObject(field) && typeof field['pattern'] === 'string' ? field['pattern'] : undefined;
}

/** Does the call accept the name of the slot? */
export function isSlotName(name: string, project: Project): boolean {
  const pattern = patternOf(project);
  return (
    isNameOf('slot', name, project.library) && (pattern === undefined || new RegExp(pattern, 'u').test(name))
  );
}
