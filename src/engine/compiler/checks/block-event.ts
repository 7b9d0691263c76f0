import { asObject } from '../json.ts';
import { intendedName } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-event',
    severity: 'error',
    title: { zh: '区块的事件', en: 'Events of a block' },
    description: {
      zh: '区块只发出它声明过的事件，写在别的名字下的动作永远不会执行。',
      en: 'A block sends the events that it declares; actions under another name never run.',
    },
    example: {
      bad: `blocks:
  - block: buttons
    items: [{ text: 看看 }]
    on: { pres: [{ toast: 你好 }] }
`,
      good: `blocks:
  - block: buttons
    items: [{ text: 看看 }]
    on: { press: [{ toast: 你好 }] }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      block({ type, value, pointer, schema }) {
        if (schema === undefined) return;
        const events = Object.keys(asObject(schema['events']));
        for (const event of Object.keys(asObject(value['on']))) {
          if (events.includes(event)) continue;
          const replacement = intendedName(event, events);
          report({
            at: { pointer: [...pointer, 'on', event], part: 'key' },
            message: { zh: `${type} 没有事件 ${event}`, en: `${type} has no event ${event}` },
            hint: suggestion(event, events),
            ...(replacement !== undefined && { replacement }),
          });
        }
      },
    };
  },
} satisfies Check as Check;
