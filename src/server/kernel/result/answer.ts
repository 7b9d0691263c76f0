import { REFUSALS, type RefusalName } from './refusals.ts';

/** The work was done. `code` is 200, or 201 for something made. */
export interface Accepted<Data> {
  ok: true;
  code: 200 | 201;
  message: string;
  data: Data;
}

/** The work was not done, for a reason that the caller can act on. Nothing was written. */
export interface Refused {
  ok: false;
  refusal: RefusalName;
  code: number;
  message: string;
  data: RefusalData | null;
}

/** Additional data of a refusal; `errors`: field name -> messages. */
export interface RefusalData {
  errors?: Record<string, string[]>;
  [detail: string]: unknown;
}

export type Answer<Data> = Accepted<Data> | Refused;

/** 200. The message is shown to the buyer where the call declares `success`. */
export function ok<Data>(data: Data, message = '操作成功'): Accepted<Data> {
  return { ok: true, code: 200, message, data };
}

/** 201: something was created. */
export function made<Data>(data: Data, message = '操作成功'): Accepted<Data> {
  return { ok: true, code: 201, message, data };
}

/** Why whoever is elsewhere is refused what a demo gives away. */
export const DEMO_ELSEWHERE = { message: '这是演示站，此功能只在本机开放（DEMO_PUBLIC=on 时公开）' };

/** A refusal from the catalogue; its message may be overridden, and data added. */
export function refuse(
  refusal: RefusalName,
  overrides: { message?: string; data?: RefusalData } = {},
): Refused {
  const { code, message } = REFUSALS[refusal];
  return {
    ok: false,
    refusal,
    code,
    message: overrides.message ?? message,
    data: overrides.data ?? null,
  };
}

/** A 422 about one field: `{ errors: { number: ['库存不足'] } }`, and the same as message. */
export function refuseField(field: string, message: string): Refused {
  return refuse('invalid', { message, data: { errors: { [field]: [message] } } });
}
