import type { APIRequestContext } from 'playwright-core';
import { get, post } from './stores.ts';

/** The demo's buyer has sent a request for an invoice over all orders that may have one. */
export async function haveInvoiceRequest(buyer: APIRequestContext): Promise<void> {
  if ((await get<{ total: number }>(buyer, '/api/invoice')).total > 0) return;
  const { list } = await get<{ list: { id: number }[] }>(buyer, '/api/invoice/orders');
  const title = await get<object>(buyer, '/api/invoice/title');
  await post(buyer, '/api/invoice', { ...title, order_ids: list.map(({ id }) => id) });
}
