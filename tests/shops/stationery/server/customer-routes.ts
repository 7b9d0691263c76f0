import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from './catalogue-routes.ts';
import { Problem, refuseInvalid, textsOf } from './problem.ts';
import { type Account, articleOf, issueToken, type Store } from './store.ts';
import { cartOf, orderView, profile, shippingFor } from './views.ts';

const tokenOf = ({ headers }: FastifyRequest) =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** @throws Problem 401 for a request without a token that holds */
function accountOf(store: Store, request: FastifyRequest): Account {
  const id = store.tokens.get(tokenOf(request));
  const account = store.accounts.find((one) => one.id === id);
  if (!account) throw new Problem(401, 'Sign in to continue.');
  return account;
}

/** A quantity as it came. @throws Problem 422 */
function quantityIn(body: unknown, available: number): number {
  const { quantity } = (body ?? {}) as { quantity?: unknown };
  const isWhole = typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0;
  refuseInvalid({
    quantity: !isWhole
      ? 'The quantity must be a whole number.'
      : quantity > available && `Only ${available} left.`,
  });
  return quantity as number;
}

const ADDRESS = ['name', 'street', 'city', 'zip'] as const;

function addressIn(body: unknown) {
  const { name, street, city, zip } = textsOf(body, ADDRESS);
  refuseInvalid({
    name: name === undefined && 'Who should we send it to?',
    street: street === undefined && 'The street is missing.',
    city: city === undefined && 'The city is missing.',
    zip: !/^\d{5}(-\d{4})?$/.test(zip ?? '') && 'A ZIP code has five digits.',
  });
  return { name: name ?? '', street: street ?? '', city: city ?? '', zip: zip ?? '' };
}

export function accountRoutes(app: FastifyInstance, store: Store): void {
  app.post('/auth/login', async ({ body }) => {
    const { email, password } = textsOf(body, ['email', 'password']);
    const account = store.accounts.find((one) => one.email === email?.toLowerCase());
    if (account?.password !== password || !account)
      refuseInvalid({ password: 'That password does not go with this email address.' });
    return { access_token: issueToken(store, account as Account), token_type: 'Bearer', expires_in: 86_400 };
  });
  app.post('/auth/register', async ({ body }, reply) => {
    const { name, email, password } = textsOf(body, ['name', 'email', 'password']);
    refuseInvalid({
      name: name === undefined && 'Tell us your name.',
      email: store.accounts.some((one) => one.email === email?.toLowerCase())
        ? 'There is an account with this email address already.'
        : !email?.includes('@') && 'That is no email address.',
      password: (password?.length ?? 0) < 8 && 'A password has at least eight characters.',
    });
    const account: Account = {
      id: store.nextId(),
      name: name ?? '',
      email: (email ?? '').toLowerCase(),
      password: password ?? '',
      street: '',
      city: '',
      zip: '',
      joined_at: new Date().toISOString(),
    };
    store.accounts.push(account);
    return reply
      .code(201)
      .send({ access_token: issueToken(store, account), token_type: 'Bearer', expires_in: 86_400 });
  });
  app.post('/auth/logout', async (request, reply) => {
    store.tokens.delete(tokenOf(request));
    return reply.code(204).send();
  });
  app.get('/account', (request) => profile(accountOf(store, request)));
  app.patch('/account', (request) => {
    const account = accountOf(store, request);
    Object.assign(account, addressIn(request.body));
    return profile(account);
  });
}

export function cartRoutes(app: FastifyInstance, store: Store): void {
  const linesOf = (account: Account) => store.carts.get(account.id) ?? [];
  app.get('/cart', (request) => cartOf(store, accountOf(store, request).id, originOf(request)));
  app.post('/cart/items', async (request, reply) => {
    const account = accountOf(store, request);
    const { sku } = textsOf(request.body, ['sku']);
    const article = articleOf(store, sku ?? '');
    if (!article) throw new Problem(404, 'We do not carry that.');
    const lines = linesOf(account);
    const line = lines.find((one) => one.sku === article.sku);
    const quantity = quantityIn(request.body, article.available - (line?.quantity ?? 0));
    if (line) line.quantity += quantity;
    else store.carts.set(account.id, [...lines, { id: store.nextId(), sku: article.sku, quantity }]);
    return reply.code(201).send(cartOf(store, account.id, originOf(request)));
  });
  app.patch<{ Params: { id: string } }>('/cart/items/:id', (request) => {
    const account = accountOf(store, request);
    const line = linesOf(account).find(({ id }) => String(id) === request.params.id);
    const article = line && articleOf(store, line.sku);
    if (!line || !article) throw new Problem(404, 'That is no longer in your cart.');
    line.quantity = quantityIn(request.body, article.available);
    return cartOf(store, account.id, originOf(request));
  });
  app.delete<{ Params: { id: string } }>('/cart/items/:id', async (request, reply) => {
    const account = accountOf(store, request);
    const rest = linesOf(account).filter(({ id }) => String(id) !== request.params.id);
    store.carts.set(account.id, rest);
    return reply.code(204).send();
  });
}

export function orderRoutes(app: FastifyInstance, store: Store): void {
  const ordersOf = ({ id }: Account) => store.orders.filter(({ account }) => account === id).toReversed();
  app.get<{ Querystring: { page?: string; per_page?: string } }>('/orders', async (request, reply) => {
    const orders = ordersOf(accountOf(store, request));
    const [page, size] = [Number(request.query.page ?? 1), Number(request.query.per_page ?? 10)];
    const shown = orders.slice((page - 1) * size, page * size);
    return reply
      .header('x-total-count', orders.length)
      .send(shown.map((order) => orderView(order, originOf(request))));
  });
  app.get<{ Params: { number: string } }>('/orders/:number', (request) => {
    const order = ordersOf(accountOf(store, request)).find(({ number }) => number === request.params.number);
    if (!order) throw new Problem(404, 'You have no such order.');
    return orderView(order, originOf(request));
  });
  app.post('/orders', async (request, reply) => {
    const account = accountOf(store, request);
    const { items, subtotal } = cartOf(store, account.id, originOf(request));
    if (items.length === 0) throw new Problem(409, 'Your cart is empty by now.');
    const address = addressIn(request.body);
    const { delivery: wanted } = textsOf(request.body, ['delivery']);
    const delivery = wanted === 'express' ? 'express' : 'standard';
    const order = {
      number: `IW-${store.nextId() + 1000}`,
      account: account.id,
      status: 'Processing' as const,
      placed_at: new Date().toISOString(),
      items: (store.carts.get(account.id) ?? []).flatMap(({ sku, quantity }) => {
        const article = articleOf(store, sku);
        if (!article) return [];
        const { product, variant, price } = article;
        return [{ sku, title: product.title, variant, slug: product.slug, unit: price, quantity }];
      }),
      shipping: shippingFor(subtotal.amount, delivery),
      delivery,
      address,
    } as const;
    store.orders.push({ ...order, items: [...order.items] });
    store.carts.delete(account.id);
    return reply.code(201).send({ number: order.number });
  });
}
