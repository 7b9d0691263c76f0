import type { Request } from 'autocannon';
import type { Steps } from './load.ts';
import { addForm, type BenchMember } from './members.ts';

interface Purchase {
  line?: number;
  order?: number;
}

const FORM = 'application/x-www-form-urlencoded';

/** A step as one request; `form` is its body, `take` keeps what later steps need of the answer. */
function step(
  cookie: string,
  path: (purchase: Purchase) => string,
  form?: (purchase: Purchase) => Record<string, string>,
  take: (data: { ids?: number[] }, purchase: Purchase) => void = () => {},
): Request {
  const headers = { cookie, ...(form && { 'content-type': FORM }) };
  return {
    method: form ? 'POST' : 'GET',
    setupRequest: (request, context) => ({
      ...request,
      headers,
      path: path(context),
      ...(form && { body: new URLSearchParams(form(context)).toString() }),
    }),
    onResponse(_status, body, context) {
      const { data } = JSON.parse(body) as { data: { ids?: number[] } | null };
      if (data) take(data, context);
    },
  };
}

/** A whole purchase of one line, paid with the balance. */
export const purchaseSteps = ({ cookie, goods, address }: BenchMember): Steps => [
  step(
    cookie,
    () => '/api/cart',
    () => addForm(goods),
    ({ ids }, purchase) => {
      purchase.line = ids?.[0] ?? 0;
    },
  ),
  step(
    cookie,
    () => '/api/cart/checkout',
    ({ line }) => ({ 'ids[0]': String(line), new: '1' }),
  ),
  step(
    cookie,
    () => '/api/order',
    ({ line }) => ({ 'ids[0]': String(line), address_id: String(address) }),
    ({ ids }, purchase) => {
      purchase.order = ids?.[0] ?? 0;
    },
  ),
  step(cookie, ({ order }) => `/api/pay/${order}`),
  step(
    cookie,
    ({ order }) => `/api/pay/${order}`,
    () => ({ method: 'balance' }),
  ),
];
