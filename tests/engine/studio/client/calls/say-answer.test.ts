import { expect, test } from 'vitest';
import { fault, refusal } from '#engine/runtime/answer.ts';
import { isUnreachable, sayFailure } from '#engine/studio/client/calls/say-answer.ts';

test('a refusal is said in the words of the API, with its code and the fields', () => {
  const refused = { ...refusal(422), message: '数量不对', errors: { number: ['至少 1'] } };
  expect(sayFailure(refused)).toBe('数量不对（422）\nnumber：至少 1');
});

test('a refusal without words is said by its status', () => {
  expect(sayFailure(refusal(404))).toBe('没有这样的东西。（404）');
  expect(sayFailure(refusal(500))).toBe('接口出错了。（500）');
});

test('what was lost on the way is said as that', () => {
  expect(sayFailure(fault('timeout'))).toContain('没有回答');
});

test('an example stands in where nobody answers, and not for a refusal', () => {
  expect([fault('network'), refusal(502), refusal(404)].map(isUnreachable)).toEqual([true, true, false]);
});
