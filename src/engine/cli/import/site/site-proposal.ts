import { isDeepStrictEqual } from 'node:util';
import { asObject, isObject } from '#engine/compiler/json.ts';
import type { Text } from '#engine/compiler/offense.ts';
import type { ApiSettings } from '../call/api-settings.ts';
import type { Base } from './server.ts';

/** What `site.yaml` should say, of which a machine can write the part that is not there yet. */
export interface SiteProposal {
  /** Below `api`. */
  api: Readonly<Record<string, unknown>>;
  /** The part of it that `site.yaml` lacks. */
  missing: Readonly<Record<string, unknown>>;
  words: readonly Text[];
}

/** `api` of `site.yaml` in its own words. */
export function proposalOf(
  { base, encoding, lists, answers, page }: Partial<ApiSettings>,
  site: Readonly<Record<string, unknown>>,
): SiteProposal {
  const api = {
    ...(base !== undefined && { base }),
    ...(encoding !== undefined && { encoding }),
    ...(lists !== undefined && lists !== 'repeat' && { query: { lists } }),
    ...(answers !== undefined && { answers }),
    ...(page !== undefined && { page }),
  };
  const present = asObject(site['api']);
  const others = Object.entries(api).filter(
    ([key, value]) => Object.hasOwn(present, key) && !isIn(value, present[key]),
  );
  return {
    api,
    missing: Object.fromEntries(Object.entries(api).filter(([key]) => !Object.hasOwn(present, key))),
    words: others.map(([key, value]) => ({
      zh: `site.yaml 的 api.${key} 是 ${JSON.stringify(present[key])}，接口照它写；文档里看到的是 ${JSON.stringify(value)}`,
      en: `api.${key} of site.yaml is ${JSON.stringify(present[key])}, and the calls are written for it; the document suggests ${JSON.stringify(value)}`,
    })),
  };
}

/** Does the site say at least this? */
const isIn = (value: unknown, present: unknown): boolean =>
  isObject(value) && isObject(present)
    ? Object.entries(value).every(([key, inner]) => isIn(inner, present[key]))
    : isDeepStrictEqual(value, present);

/** What only a person can add: where the API is, which of its servers, and whom a change of the site would concern. */
export function remarks(
  { isUnknown }: Base,
  otherServers: readonly string[],
  concerned: readonly string[],
): Text[] {
  return [
    ...(isUnknown ? [NO_BASE] : []),
    ...(otherServers.length > 0
      ? [
          {
            zh: `文档里还有别的服务器：${otherServers.join('、')}`,
            en: `The document names further servers: ${otherServers.join(', ')}`,
          },
        ]
      : []),
    ...(concerned.length > 0 ? [concernsOf(concerned)] : []),
  ];
}

const NO_BASE: Text = {
  zh: '文档没有说接口在哪里：在 site.yaml 写 api.base: https://…',
  en: 'The document does not say where the API is: write api.base: https://… into site.yaml',
};

/** Names that are shown. */
const SHOWN = 5;

function concernsOf(names: readonly string[]): Text {
  const shown = names.slice(0, SHOWN);
  const more = names.length - shown.length;
  return {
    zh: `api.answers 也管手写的接口 ${shown.join('、')}${more > 0 ? ` 等 ${names.length} 个` : ''}：回答不是这样写的，给它们各自写 answers`,
    en: `api.answers also concerns the calls declared by hand: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}; give those an answers of their own that answer otherwise`,
  };
}
