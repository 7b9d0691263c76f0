import { asObject, isObject, type Json, objectEntries } from '../json.ts';
import { nearest } from '../similar-names.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'event-unhandled',
    severity: 'error',
    title: { zh: '按了没反应的控件', en: 'Control that does nothing' },
    description: {
      zh: '有的控件总在那里（筛选、翻页、提交），有的写了才有（没有 to 的按钮、上传的字段）；它们的事件没有动作时，买家点了什么也不会发生。',
      en: 'Some controls are always there (filters, pages, submit), others once they are written (a button without to, a field to upload). Without actions for their event nothing happens when buyers use them.',
    },
    example: {
      bad: `blocks:
  - block: buttons
    items: [{ text: 换一批 }]
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 换一批 }]
    on: { press: [{ toast: 换好了 }] }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const validator = validatorOf(project.library);
    const isShown = ({ required, requiredWhen }: Json, block: Json) =>
      required === true || (isObject(requiredWhen) && validator.errors(requiredWhen, block).length === 0);
    return {
      block({ type, value, pointer, schema }) {
        if (schema === undefined) return;
        const handlers = asObject(value['on']);
        const events = objectEntries(schema['events']);
        const declared = events.map(([name]) => name);
        for (const [name, event] of events) {
          if (isHandled(handlers[name]) || isMisspelt(name, handlers, declared)) continue;
          if (!isShown(event, value)) continue;
          const { description } = event;
          const about = typeof description === 'string' ? `（${description}）` : '';
          report({
            at:
              'on' in value
                ? { pointer: [...pointer, 'on'], part: 'key' }
                : { pointer: [...pointer, 'block'] },
            lacking: pointer,
            message: {
              zh: `${type} 的 ${name}${about}没有动作，用了也什么都不会发生`,
              en: `${type} has no actions for ${name}: using it does nothing`,
            },
            hint: {
              zh: `加上 on: { ${name}: [ … ] }，写要做什么：query 改地址里的参数，call 调接口，go 去别处，open 打开对话框。`,
              en: `Add on: { ${name}: [ … ] } with what is to happen: query, call, go, open …`,
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;

/** Something other than a list is no handler, which config-shape reports. */
const isHandled = (actions: unknown) =>
  Array.isArray(actions) ? actions.length > 0 : actions !== undefined && actions !== null;

/** Is there a handler for an unknown event, which block-event reports? */
const isMisspelt = (name: string, handlers: Json, declared: readonly string[]) =>
  Object.keys(handlers).some((given) => !declared.includes(given) && nearest(given, declared).includes(name));
