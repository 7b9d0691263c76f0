import { asList, asObject, isObject, objectEntries } from '../json.ts';
import { fits } from '../references/assignable.ts';
import { callSchemas } from '../references/call-schemas.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'event-answer',
    severity: 'error',
    title: { zh: '区块等待的回答', en: 'Answer that a block waits for' },
    description: {
      zh: '有些事件要用接口的回答（如预览）：动作里最后一次调用的回答要合它的类型。',
      en: 'Some events use the answer of a call (as a preview does): the last call among their actions must fit.',
    },
    example: {
      beside: {
        'config/api/text.yaml': `text.preview: { post: /api/preview, body: { text: string }, response: { html: string } }
`,
      },
      bad: `blocks:
  - block: form
    fields: [{ name: notes, label: 说明, kind: markdown }]
    on: { submit: [{ toast: 好 }], preview: [{ toast: 稍等 }] }
`,
      good: `blocks:
  - block: form
    fields: [{ name: notes, label: 说明, kind: markdown }]
    on: { submit: [{ toast: 好 }], preview: [{ call: text.preview, body: { text: $event.text } }] }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      block({ schema, value, pointer }) {
        const events = new Map(objectEntries(schema?.['events']));
        for (const [event, actions] of Object.entries(asObject(value['on']))) {
          const answer = events.get(event)?.['answer'];
          const branches = asList(actions).some((action) => isObject(action) && 'then' in action);
          if (answer === undefined || branches) continue;
          const last = asList(actions).findLast((action) => isObject(action) && 'call' in action);
          const call = project.calls.get(String(asObject(last)['call']));
          if (last === undefined) {
            report({
              at: { pointer: [...pointer, 'on', event], part: 'key' },
              message: {
                zh: `${event} 要一次调用的回答，这里没有调用`,
                en: `${event} waits for the answer of a call, and there is none`,
              },
              hint: { zh: '在动作里加上 call。', en: 'Add a call to the actions.' },
              lacking: [...pointer, 'on', event],
            });
          } else if (
            call !== undefined &&
            fits(callSchemas(call.config).answer, answer, project.library) === 'misfit'
          ) {
            report({
              at: { pointer: [...pointer, 'on', event, asList(actions).indexOf(last), 'call'] },
              message: {
                zh: `${call.name} 的回答不合 ${event} 的类型`,
                en: `the answer of ${call.name} does not fit ${event}`,
              },
              hint: {
                zh: '换一个接口，看区块的 schema 里 answer 的说明。',
                en: 'Use another call; see answer in the block’s schema.',
              },
            });
          }
        }
      },
    };
  },
} satisfies Check as Check;
