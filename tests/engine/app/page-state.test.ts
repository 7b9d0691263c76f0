// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { type PageState, readState, STATE_ID, scriptJson, writeState } from '#engine/app/page-state.ts';
import { fault } from '#engine/runtime/answer.ts';

const STATE: PageState = {
  data: {
    now: 1,
    cache: [
      ['goods.list', { query: { page: 1 } }, { data: { list: ['</script>'] } }],
      ['user.base', {}, { failure: fault('network') }],
      ['cart.total', {}, { data: null }],
    ],
    remembered: '{"listPath":"/list"}',
  },
  registry: '/registry.json',
  withheld: null,
};

/** The state as the browser reads it from the document. */
function read(parts: readonly (string | Buffer)[], path = '/') {
  document.body.innerHTML = `<script type="application/json" id="${STATE_ID}">${parts.map(String).join('')}</script>`;
  return readState(document, { pathname: path, search: '' } as Location);
}

describe('the state of a rendered page', () => {
  it('is read as it was written, and cannot end its element', () => {
    const parts = writeState(STATE, () => undefined);
    expect(parts.join('')).not.toContain('<');
    expect(read(parts)).toEqual(STATE);
  });

  it('takes the data of an answer as they were written before', () => {
    const known = (data: unknown) => (data === null ? undefined : Buffer.from(scriptJson(data)));
    expect(read(writeState(STATE, known))).toEqual(STATE);
    expect(read(writeState({ ...STATE, data: { now: 1, cache: [] } }, known))).toEqual({
      ...STATE,
      data: { now: 1, cache: [] },
    });
  });

  it('of a file is that of its address alone', () => {
    const parts = writeState({ ...STATE, file: '/list/' }, () => undefined);
    expect(read(parts, '/list')).toMatchObject({ file: '/list/' });
    expect(read(parts, '/other')).toBeUndefined();
  });
});
