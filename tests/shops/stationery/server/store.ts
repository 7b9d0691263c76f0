import { randomUUID } from 'node:crypto';
import catalogue from './catalogue.json' with { type: 'json' };

export type Product = (typeof catalogue)[number];

export interface Account {
  id: number;
  name: string;
  email: string;
  password: string;
  street: string;
  city: string;
  zip: string;
  joined_at: string;
}

export interface CartItem {
  id: number;
  sku: string;
  quantity: number;
}

export interface Order {
  number: string;
  account: number;
  status: 'Processing' | 'Shipped';
  placed_at: string;
  items: {
    sku: string;
    title: string;
    variant: string | null;
    slug: string;
    unit: number;
    quantity: number;
  }[];
  shipping: number;
  delivery: 'standard' | 'express';
  address: { name: string; street: string; city: string; zip: string };
}

/** Everything that the service knows; it begins anew with each process. */
export interface Store {
  products: readonly Product[];
  accounts: Account[];
  tokens: Map<string, number>;
  carts: Map<number, CartItem[]>;
  orders: Order[];
  nextId(): number;
}

export function createStore(): Store {
  let id = 1000;
  return {
    products: catalogue,
    accounts: [
      {
        id: 1,
        name: 'Robin Hale',
        email: 'robin@example.com',
        password: 'paper-and-ink',
        street: '12 Willow Lane',
        city: 'Portland',
        zip: '97205',
        joined_at: '2024-04-18T16:20:00Z',
      },
    ],
    tokens: new Map(),
    carts: new Map(),
    orders: [
      {
        number: 'IW-1007',
        account: 1,
        status: 'Shipped',
        placed_at: '2026-11-02T15:04:00Z',
        items: [
          { sku: 'PAP-301', title: 'Letter set', variant: null, slug: 'letter-set', unit: 1100, quantity: 2 },
        ],
        shipping: 500,
        delivery: 'standard',
        address: { name: 'Robin Hale', street: '12 Willow Lane', city: 'Portland', zip: '97205' },
      },
    ],
    nextId: () => ++id,
  };
}

export function issueToken(store: Store, account: Account): string {
  const token = `iw_${randomUUID().replaceAll('-', '')}`;
  store.tokens.set(token, account.id);
  return token;
}

/** What can be bought: a variant of a product, or a product without variants. */
export interface Article {
  sku: string;
  product: Product;
  variant: string | null;
  price: number;
  available: number;
}

export function articleOf(store: Store, sku: string): Article | undefined {
  for (const product of store.products) {
    const variant = product.variants.find((one) => one.sku === sku);
    if (variant)
      return { sku, product, variant: variant.title, price: variant.price, available: variant.available };
    if (product.sku === sku)
      return { sku, product, variant: null, price: product.price, available: product.available };
  }
  return undefined;
}
