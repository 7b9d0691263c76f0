import { describe, expect, it } from 'vitest';
import { createInternedAnswers } from '#engine/app/interned-answers.ts';

const LIST = JSON.stringify({ code: 200, data: { list: [{ id: 1, name: '<b>' }], total: 1 } });

interface Body {
  data: { list: { id: number }[]; total: number };
}

/** Answers of which this text was read twice: its value is kept from then on. */
function readTwice(text: string) {
  const answers = createInternedAnswers();
  answers.parse(text);
  return { answers, body: answers.parse(text) as Body };
}

describe('the answers of many readers', () => {
  it('are one value for one text, from the second time on', () => {
    const { answers, body } = readTwice(LIST);
    expect(body).toEqual(JSON.parse(LIST));
    expect(answers.parse(LIST)).toBe(body);
  });

  it('are kept apart where they differ', () => {
    const { answers, body } = readTwice(LIST);
    const other = LIST.replace('"id":1', '"id":2');
    answers.parse(other);
    expect(answers.parse(other)).toMatchObject({ data: { list: [{ id: 2 }] } });
    expect(body.data.list).toMatchObject([{ id: 1 }]);
  });

  it('can be changed by nobody', () => {
    const { body } = readTwice(LIST);
    expect(() => body.data.list.pop()).toThrow(TypeError);
    expect(() => Object.assign(body.data.list[0] ?? {}, { id: 2 })).toThrow(TypeError);
  });

  it('are known by digests down to the lists that blocks take', () => {
    const { answers, body } = readTwice(LIST);
    const again = readTwice(LIST.replace('200', '201'));
    const { list } = body.data;
    expect(answers.digestOf(list)).toMatch(/^[\w-]{43}$/);
    expect(answers.digestOf(list)).toBe(again.answers.digestOf(again.body.data.list));
    expect(answers.digestOf(body.data)).not.toBe(answers.digestOf(list));
    expect(answers.digestOf([...list])).toBeUndefined();
  });

  it('are written once as JSON that cannot end its element', () => {
    const { answers, body } = readTwice(LIST);
    const json = answers.jsonOf(body.data);
    expect(json?.toString()).toBe('{"list":[{"id":1,"name":"\\u003cb>"}],"total":1}');
    expect(answers.jsonOf(body.data)).toBe(json);
    expect([answers.jsonOf({ ...body.data }), answers.jsonOf(null), answers.jsonOf('list')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('fail where they are no JSON, each time', () => {
    const answers = createInternedAnswers();
    for (let time = 0; time < 3; time += 1) expect(() => answers.parse('<html>')).toThrow(SyntaxError);
  });
});
