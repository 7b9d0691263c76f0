import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { type Answer, answersOf } from '#engine/runtime/answer.ts';
import { type CallInput, createClient } from '#engine/runtime/client.ts';
import { roleOf } from '#engine/runtime/roles.ts';
import { fetchSample } from '../api.ts';
import type { Shop } from '../shop-model.ts';
import { isUnreachable } from './say-answer.ts';

/** A call that was made, and by whom it was answered. */
export interface Tried {
  call: string;
  answer: Answer;
  /** `example`: nobody answered, and this was made up from what the shop declares. */
  from: 'frame' | 'studio' | 'example';
}

const clientOf = ({ registry: { calls, site, errors } }: Shop, fetch: typeof globalThis.fetch) =>
  createClient({ calls, api: site.api, answers: answersOf(site, errors), fetch });

/** The values of parameters as an address has them. */
const asTexts = (values: CallInput['params'] = {}) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

/** Makes a call as the reader in the frame; the studio itself makes it where the page there has not come to life. */
export async function tryCall(
  shop: Shop,
  mark: PlacedMark | undefined,
  call: string,
  input: CallInput,
): Promise<Tried> {
  const answer = mark
    ? await mark.call(call, input)
    : await clientOf(shop, window.fetch.bind(window)).call(call, input, { lane: null });
  const from = mark ? 'frame' : 'studio';
  if (answer.ok || !isUnreachable(answer)) return { call, answer, from };
  const { site } = shop.registry;
  const role = roleOf(mark?.read().scope.user ?? site.user.visitor, site);
  const { params, query = {} } = input;
  const sample = await fetchSample({ call, params: asTexts(params), query, role });
  if (sample === undefined) return { call, answer, from };
  const { status, headers, body } = sample;
  const written = () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  return { call, answer: await clientOf(shop, written).call(call, input, { lane: null }), from: 'example' };
}
