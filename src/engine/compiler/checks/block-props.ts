import type { Finding } from '../finding.ts';
import { isObject, type Json } from '../json.ts';
import { otherKeys } from '../schema/block.ts';
import { type Pointer, valueAt } from '../source/pointer.ts';
import { correctedKey, describeAll } from '../validate/describe.ts';
import { propErrors } from '../validate/errors.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-props',
    severity: 'error',
    title: { zh: '区块的属性', en: 'Props of a block' },
    description: {
      zh: '属性写错、缺少或类型不对时，区块显示不出来。每种区块的属性见 schemas/blocks。',
      en: 'A block cannot be shown with wrong, missing or ill-typed props. See schemas/blocks.',
    },
    example: {
      bad: `blocks:
  - block: text
    text: 满 500 元包邮
    levl: title
`,
      good: `blocks:
  - block: text
    text: 满 500 元包邮
    level: title
`,
    },
  },
  scope: 'file',
  create({ project, yaml, report }) {
    for (const correction of yaml.corrections.filter(({ kind }) => kind === 'prop')) {
      const types = [...valuesOn(yaml.value, correction.holder)].map(({ block }) => block);
      const type = types.findLast((block) => typeof block === 'string') ?? '';
      report(ofBlock(type, correctedKey(correction)));
    }
    return {
      block({ schema, value, pointer, type }) {
        if (schema === undefined) return;
        const errors = propErrors(schema, value, project.library);
        if (errors.length === 0) return;
        for (const { error, finding } of describeAll(errors, pointer, otherKeys(schema, value))) {
          const isBare = error.keyword === 'required' && error.instancePath === '';
          const at = isBare ? { pointer: [...pointer, 'block'] } : finding.at;
          report(ofBlock(type, { ...finding, at }));
        }
      },
    };
  },
} satisfies Check as Check;

const ofBlock = (type: string, finding: Finding): Finding => ({
  ...finding,
  message: { zh: `${type}：${finding.message.zh}`, en: `${type}: ${finding.message.en}` },
});

/** The objects on the path to a value, outermost first. */
function* valuesOn(root: unknown, pointer: Pointer): Generator<Json> {
  for (let length = 0; length <= pointer.length; length += 1) {
    const value = valueAt(root, pointer.slice(0, length));
    if (isObject(value)) yield value;
  }
}
