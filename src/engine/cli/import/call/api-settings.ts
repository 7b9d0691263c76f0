import { parse } from 'yaml';
import { asObject } from '#engine/compiler/json.ts';
import type { AnswersConfig, Paging } from '#engine/generated/schemas.ts';
import type { Encoding } from './body.ts';
import type { ListStyle } from './list-style.ts';

/** What of `api` in `site.yaml` decides how calls are written. */
export interface ApiSettings {
  base: string;
  encoding: Encoding;
  lists: ListStyle;
  answers: AnswersConfig;
  page?: Paging;
}

/** `site.yaml` as a value; nothing where it is missing or cannot be read, which `check` reports. */
export function readSite(text: string | undefined): Record<string, unknown> {
  try {
    return asObject(parse(text ?? ''));
  } catch {
    return {};
  }
}

/** What `site.yaml` says itself; what it leaves to a default is left out. */
export function declaredApi(site: Readonly<Record<string, unknown>>): Partial<ApiSettings> {
  const api = asObject(site['api']);
  const { base, encoding, answers, page } = api as Partial<ApiSettings>;
  const { lists } = asObject(api['query']) as Partial<ApiSettings>;
  return {
    ...(typeof base === 'string' && { base }),
    ...(encoding !== undefined && { encoding }),
    ...(lists !== undefined && { lists }),
    ...(answers !== undefined && { answers }),
    ...(page !== undefined && { page }),
  };
}
