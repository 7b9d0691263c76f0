import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bannerPicture, productPicture } from './pictures.ts';
import { Problem } from './problem.ts';
import type { Product, Store } from './store.ts';
import { detail, summary } from './views.ts';

export const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;

interface ListQuery {
  category?: string;
  maker?: string;
  available?: string;
  tag?: string;
  search?: string;
  sort?: string;
  page?: string;
  per_page?: string;
}

const ORDERS: Record<string, (a: Product, b: Product) => number> = {
  price: (a, b) => a.price - b.price,
  '-price': (a, b) => b.price - a.price,
  '-created_at': (a, b) => b.created_at.localeCompare(a.created_at),
  title: (a, b) => a.title.localeCompare(b.title),
};

const has = (text: string, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

function found(
  products: readonly Product[],
  { category, maker, available, tag, search }: ListQuery,
): Product[] {
  return products.filter(
    (product) =>
      (!category || product.category === category) &&
      (!maker || product.maker === maker) &&
      (!available || product.available > 0) &&
      (!tag || product.badges.includes(tag)) &&
      (!search || has(`${product.title} ${product.blurb} ${product.maker} ${product.category}`, search)),
  );
}

const LABELS: Record<string, string> = {
  pens: 'Pens & pencils',
  notebooks: 'Notebooks',
  paper: 'Paper & cards',
  ink: 'Ink',
  desk: 'Desk',
};

function counted(products: readonly Product[], field: 'category' | 'maker') {
  const counts = new Map<string, number>();
  for (const product of products) counts.set(product[field], (counts.get(product[field]) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, label: LABELS[value] ?? value, count }));
}

const BANNERS = [
  {
    id: 1,
    headline: 'Pens for long letters',
    href: '/shop?category=pens',
    ground: '#dfe8e4',
    kind: 'pen',
    colour: '#28506e',
  },
  {
    id: 2,
    headline: 'Notebooks that lie flat',
    href: '/shop?category=notebooks',
    ground: '#efe6d6',
    kind: 'notebook',
    colour: '#2f5a4c',
  },
  {
    id: 3,
    headline: 'Ink, by the bottle',
    href: '/shop?category=ink',
    ground: '#e4e3ee',
    kind: 'ink',
    colour: '#2a5f8f',
  },
];

export function catalogueRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: ListQuery }>('/products', (request) => {
    const { sort, page = '1', per_page = '12' } = request.query;
    const order = ORDERS[sort ?? ''];
    const products = found(store.products, request.query);
    const sorted = order ? products.toSorted(order) : products;
    const [number, size] = [Math.max(1, Number(page) || 1), Math.min(48, Number(per_page) || 12)];
    const items = sorted.slice((number - 1) * size, number * size);
    return { items: items.map((one) => summary(one, originOf(request))), total: sorted.length, page: number };
  });
  app.get<{ Params: { slug: string } }>('/products/:slug', (request) => {
    const product = store.products.find(({ slug }) => slug === request.params.slug);
    if (!product) throw new Problem(404, 'We do not carry that.');
    return detail(product, originOf(request));
  });
  app.get<{ Querystring: ListQuery }>('/filters', async ({ query }) => [
    {
      field: 'category',
      name: 'Kind',
      values: counted(found(store.products, { ...query, category: '' }), 'category'),
    },
    {
      field: 'maker',
      name: 'Maker',
      values: counted(found(store.products, { ...query, maker: '' }), 'maker'),
    },
  ]);
  app.get('/banners', (request) =>
    BANNERS.map(({ id, headline, href }) => ({
      id,
      headline,
      href,
      picture: { url: `${originOf(request)}/media/banner-${id}.svg` },
    })),
  );
  app.get('/offers', async () => [
    {
      code: 'FIRSTPAGE',
      title: 'Ten percent off notebooks',
      percent_off: 10,
      amount_off: null,
      minimum: { amount: 2000, currency: 'USD' },
      expires_at: '2027-01-06T05:00:00Z',
      terms: 'Once a customer',
    },
    {
      code: 'INKWELL5',
      title: 'Five dollars off',
      percent_off: null,
      amount_off: { amount: 500, currency: 'USD' },
      minimum: { amount: 4000, currency: 'USD' },
      expires_at: '2027-01-31T05:00:00Z',
      terms: null,
    },
  ]);
}

/** Pictures stand beside the API, and carry no version. */
export function mediaRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.svg$/, '');
    const banner = BANNERS.find(({ id }) => name === `banner-${id}`);
    const product = store.products.find(({ slug }) => slug === name || `${slug}-close` === name);
    if (!banner && !product) throw new Problem(404, 'No such picture.');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=600')
      .send(
        banner
          ? bannerPicture(banner.headline, banner.ground, banner.kind, banner.colour)
          : productPicture(product?.kind ?? '', product?.colour ?? '', name.endsWith('-close')),
      );
  });
}
