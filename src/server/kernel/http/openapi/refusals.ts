import { REFUSALS, type RefusalName } from '../../result/refusals.ts';
import type { JsonSchema } from '../contracts.ts';
import { FAULT } from '../reply.ts';

/**
 * Responses by code, each with its refusals as examples, and the 500 of a fault.
 * @param field a field of the call and its label, for the refusal `invalid`
 */
export function refusalResponses(
  refusals: readonly RefusalName[],
  field: readonly [name: string, label: string] = ['id', '编号'],
): Record<string, JsonSchema> {
  const byCode = Map.groupBy(refusals, (name) => REFUSALS[name].code);
  return {
    ...Object.fromEntries([...byCode].map(([code, names]) => [String(code), responseOf(names, field)])),
    '500': {
      description: FAULT.message,
      content: { 'application/json': { schema: REFUSAL_REFERENCE, example: FAULT } },
    },
  };
}

function responseOf(names: readonly RefusalName[], field: readonly [string, string]): JsonSchema {
  const examples = names.map((name) => {
    const { code, message } = REFUSALS[name];
    const summary = message;
    if (name !== 'invalid') return [name, { summary, value: { code, message, data: null } }];
    const text = `${field[1]}不能为空`;
    return [name, { summary, value: { code, message: text, data: { errors: { [field[0]]: [text] } } } }];
  });
  return {
    description: names.map((name) => `${name}：${REFUSALS[name].message}`).join('；'),
    content: {
      'application/json': { schema: REFUSAL_REFERENCE, examples: Object.fromEntries(examples) },
    },
  };
}

/** Capitalised, so that it cannot clash with an entity. */
export const REFUSAL_COMPONENT = 'Refusal';
const REFUSAL_REFERENCE = { $ref: `#/components/schemas/${REFUSAL_COMPONENT}` };

export const REFUSAL_SCHEMA: JsonSchema = {
  title: '未完成的回答',
  description: '做不了的事,什么也没有写入;message 是给买家看的话',
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer', description: '原因的代码,与 HTTP 状态相同' },
    message: { type: 'string', description: '说明;422 时是第一个字段的第一句' },
    data: {
      description: '多数为 null;422 时 errors 说出每个字段的问题,另有随接口附带的内容(如下单时的 checkout)',
      type: ['object', 'null'],
      properties: {
        errors: {
          description: '字段(列表里的写作 params.0.goods_id)→ 各句说明',
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};
