import { type Account, articleOf, type Order, type Product, type Store } from './store.ts';

const CURRENCY = 'USD';
const money = (amount: number) => ({ amount, currency: CURRENCY });

/** From this many cents on, standard delivery costs nothing. */
const FREE_FROM = 5000;
const SHIPPING = { standard: 500, express: 1500 };

export const shippingFor = (subtotal: number, delivery: keyof typeof SHIPPING): number =>
  subtotal === 0 || (delivery === 'standard' && subtotal >= FREE_FROM) ? 0 : SHIPPING[delivery];

const media = ({ slug, title }: Product, origin: string) => [
  { url: `${origin}/media/${slug}.svg`, alt: title },
  { url: `${origin}/media/${slug}-close.svg`, alt: `${title}, closer` },
];

export const summary = (product: Product, origin: string) => ({
  sku: product.sku,
  slug: product.slug,
  title: product.title,
  blurb: product.blurb,
  category: product.category,
  maker: { name: product.maker },
  price: money(product.price),
  list_price: product.list_price === null ? null : money(product.list_price),
  media: media(product, origin),
  inventory: { available: product.available, status: product.available > 0 ? 'in_stock' : 'sold_out' },
  availability_note: product.available > 0 ? null : 'Sold out',
  badges: product.badges,
  created_at: product.created_at,
});

export const detail = (product: Product, origin: string) => ({
  ...summary(product, origin),
  description_html: product.description_html,
  attributes: product.attributes,
  variants: product.variants.map(({ sku, title, price, available }) => ({
    sku,
    title,
    price: money(price),
    available,
  })),
});

/** An account without its password. */
export const profile = ({ id, name, email, street, city, zip, joined_at }: Account) => ({
  id,
  name,
  email,
  street,
  city,
  zip,
  joined_at,
});

export function cartOf(store: Store, account: number, origin: string) {
  const items = (store.carts.get(account) ?? []).flatMap(({ id, sku, quantity }) => {
    const article = articleOf(store, sku);
    if (!article) return [];
    const { product, variant, price, available } = article;
    return [
      {
        id,
        quantity,
        product: { slug: product.slug, title: product.title, image: media(product, origin)[0]?.url ?? null },
        variant,
        unit_price: money(price),
        line_total: money(price * quantity),
        available,
      },
    ];
  });
  const subtotal = items.reduce((sum, { line_total }) => sum + line_total.amount, 0);
  const shipping = shippingFor(subtotal, 'standard');
  return {
    items,
    item_count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: money(subtotal),
    shipping: money(shipping),
    total: money(subtotal + shipping),
  };
}

export function orderView(order: Order, origin: string) {
  const subtotal = order.items.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0);
  return {
    number: order.number,
    status: order.status,
    placed_at: order.placed_at,
    delivery: order.delivery,
    address: order.address,
    items: order.items.map(({ unit, ...item }, index) => ({
      id: index + 1,
      ...item,
      image: `${origin}/media/${item.slug}.svg`,
      unit_price: money(unit),
      line_total: money(unit * item.quantity),
    })),
    item_count: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: money(subtotal),
    shipping: money(order.shipping),
    total: money(subtotal + order.shipping),
  };
}
