import { browserCredentials } from '#engine/app/credentials.ts';
import { type Answer, answersOf } from '#engine/runtime/answer.ts';
import { type CallInput, createClient } from '#engine/runtime/client.ts';
import { playReader } from '#engine/runtime/played-reader.ts';
import { roleOf } from '#engine/runtime/roles.ts';
import type { Viewer } from '#engine/runtime/scope.ts';
import { fetchSample } from '../api.ts';
import type { Shop } from '../shop-model.ts';
import { isUnreachable } from './say-answer.ts';

/** A call that was made, and what answered. */
export interface Tried {
  call: string;
  answer: Answer;
  /** `example`: nobody answered, and this was made up from what the shop declares. */
  from: 'api' | 'example';
}

/** Who reads the shop in the frame. */
export interface Reader {
  /** The role that is played there; empty for whoever is signed in. */
  role: string;
  /** `$user` of the page; undefined while it has not come to life. */
  user: Viewer | undefined;
}

/** A client of the shop like the one in the frame, which is of the same origin: with its cookies, and its token. */
function clientOf({ registry: { calls, site, errors } }: Shop, role: string, fetch: typeof globalThis.fetch) {
  const answers = answersOf(site, errors);
  const client = createClient({
    calls,
    api: site.api,
    answers,
    fetch,
    credentials: browserCredentials(document),
  });
  return role === '' ? client : playReader(client, role, site);
}

/** The values of parameters as an address has them. */
const asTexts = (values: CallInput['params'] = {}) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

/** Makes a call as the reader in the frame; where nobody answers, the fixtures of the shop do. */
export async function tryCall(shop: Shop, reader: Reader, call: string, input: CallInput): Promise<Tried> {
  const answer = await clientOf(shop, reader.role, window.fetch.bind(window)).call(call, input);
  if (answer.ok || !isUnreachable(answer)) return { call, answer, from: 'api' };
  const { site } = shop.registry;
  const role = reader.role || roleOf(reader.user ?? site.user.visitor, site);
  const { params, query = {} } = input;
  const sample = await fetchSample({ call, params: asTexts(params), query, role });
  if (sample === undefined) return { call, answer, from: 'api' };
  const { status, headers, body } = sample;
  const written = () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  return { call, answer: await clientOf(shop, '', written).call(call, input), from: 'example' };
}
