import { logIn } from '../../site-process.ts';
import { CONNECTIONS } from './load.ts';

/** A member of the demo data who is there to be measured. */
export interface BenchMember {
  cookie: string;
  /** Goods in plenty that nobody else here buys: id and code. */
  goods: number;
  code: string;
  address: number;
}

const PATIENCE = 10_000;

/** The data of an answer. @throws what the server refuses */
export async function read<T>(
  url: string,
  cookie: string,
  form?: Record<string, string> | FormData,
): Promise<T> {
  const response = await fetch(url, {
    headers: { cookie },
    signal: AbortSignal.timeout(PATIENCE),
    ...(form && { method: 'POST', body: form instanceof FormData ? form : new URLSearchParams(form) }),
  });
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
  if (!response.ok) throw new Error(`${url}: ${code} ${message}`);
  return data;
}

export interface Card {
  id: number;
  code: string;
  is_buy: number;
  multiple: number;
  qg_number: number;
}

/** May one unit of it be bought? */
export const isSoldSingly = (card: Card): boolean =>
  card.is_buy === 1 && card.multiple === 1 && card.qg_number <= 1;

/** A member for each connection, logged in. */
export async function logInMembers(url: string): Promise<BenchMember[]> {
  const names = Array.from(
    { length: CONNECTIONS },
    (_, index) => `buyer-${String(index + 1).padStart(2, '0')}`,
  );
  const members: BenchMember[] = [];
  for (const [index, name] of names.entries()) {
    const cookie = await logIn(url, name);
    const { list } = await read<{ list: Card[] }>(
      `${url}/api/goods/list?stock=1&sort=sales&page_size=100`,
      cookie,
    );
    const fitting = list.filter(isSoldSingly);
    const card = fitting[index];
    if (!card) throw new Error(`no goods to buy for ${name}`);
    const { ids } = await read<{ ids: number[] }>(`${url}/api/cart`, cookie, addForm(card.id));
    const checkout = await read<{ address_id: number | null }>(`${url}/api/cart/checkout`, cookie, {
      'ids[0]': String(ids[0]),
      new: '1',
    });
    await read(`${url}/api/cart/batch_delete`, cookie, { 'ids[0]': String(ids[0]) });
    if (checkout.address_id === null) throw new Error(`${name} has no address`);
    members.push({ cookie, goods: card.id, code: card.code, address: checkout.address_id });
  }
  return members;
}

/** The body that adds one unit to the cart. */
export const addForm = (goods: number): Record<string, string> => ({
  'params[0][goods_id]': String(goods),
  'params[0][number]': '1',
});
