/* The answers of the shop's API, as far as these pages show them. */

/** A good as it stands on a card; amounts in yuan, null where the member may not see them. */
export interface Goods {
  id: number;
  name: string;
  sccj: string;
  ypgg: string;
  bzdw: string;
  image: string;
  multiple: number;
  price: number | null;
  original_price: number | null;
  price_notice: string | null;
  last_price: number | null;
  number: number | null;
  stock_text: string;
  expires: string | null;
  is_buy: number;
  buy_notice: string | null;
  qg_number: number;
  ck_id: number | null;
  ladder_price: { number: number; price: number | null }[];
  ladder_price_type: number;
  tags: { text: string; tone: string }[];
  is_favorite: number;
  spike: {
    price: number | null;
    ends_at: number;
    total: number | null;
    sold: number | null;
    limit: number | null;
  } | null;
}

export interface GoodsList {
  list: Goods[];
  total: number;
  page: number;
  page_size: number;
  facets: Facet[];
}

export interface Category {
  id: number;
  name: string;
  children: { id: number; name: string }[] | null;
}

export interface Site {
  rnss: { text: string; url: string }[];
  nav: { id: number; name: string; url: string; children: { id: number; name: string; url: string }[] }[];
  category: Category[];
  brand: { id: number; name: string; logo: string | null; goods_total: number }[];
}

export interface Member {
  company: string;
  points: number;
  message_count: number;
  admin: { name: string; phone: string } | null;
}

/** Asks the shop's API for the data of an answer. */
export type Ask = <T>(path: string) => Promise<T>;

export interface Ad {
  id: number;
  title: string;
  image: string;
  url: string;
}

interface Article {
  id: number;
  title: string;
  url: string;
  published_at: number;
}

interface HelpGroup {
  id: number;
  name: string;
  children: { id: number; name: string; url: string }[];
}

/** What stands around every page. */
export interface Around {
  user: Member;
  home: Site;
  cart: { total: number };
  hotline: string;
  help: HelpGroup[];
  links: { text: string; url: string }[];
}

export interface HomeData {
  ads: Readonly<Record<'top' | 'index' | 'index_side' | 'index_floor' | 'xrtj' | 'common', Ad[]>>;
  spike: Goods[];
  hot: Goods[];
  recommended: Goods[];
  /** What the member is to buy again, has bought, and gets cheaper than when they marked it. */
  mine: Readonly<Record<'due' | 'bought' | 'dropped', Goods[]>>;
  notices: Article[];
}

export interface Facet {
  key: string;
  label: string;
  options: { value: string; label: string; count?: number }[];
}

export type PageData =
  | { page: 'home'; data: HomeData }
  | { page: 'list'; data: GoodsList; query: string }
  | { page: 'cards'; data: Goods[] };

export async function askAround(ask: Ask): Promise<Around> {
  const [user, home, cart, config, help, links] = await Promise.all([
    ask<Member>('/api/user/base'),
    ask<Site>('/api/global/home'),
    ask<{ total: number }>('/api/cart/total'),
    ask<{ common_config: { hot_line: string } }>('/api/global/config'),
    ask<HelpGroup[]>('/api/article/category?category_id=3'),
    ask<{ list: Around['links'] }>('/api/global/links'),
  ]);
  return { user, home, cart, hotline: config.common_config.hot_line, help, links: links.list };
}

async function askHome(ask: Ask): Promise<HomeData> {
  const ads = (name: keyof HomeData['ads']) => ask<Ad[]>(`/api/focus/${name}`);
  const [top, index, index_side, index_floor, xrtj, common, spike, hot, recommended, mine, notices] =
    await Promise.all([
      ads('top'),
      ads('index'),
      ads('index_side'),
      ads('index_floor'),
      ads('xrtj'),
      ads('common'),
      ask<Goods[]>('/api/index/spike'),
      ask<Goods[]>('/api/goods/hot'),
      ask<Goods[]>('/api/index_wntj/1'),
      ask<HomeData['mine']>('/api/goods/mine'),
      ask<{ list: Article[] }>('/api/article?page_size=5'),
    ]);
  return {
    ads: { top, index, index_side, index_floor, xrtj, common },
    spike,
    hot,
    recommended,
    mine,
    notices: notices.list,
  };
}

/** Where the bench puts a list of very many cards. */
export const CARDS_PATH = '/bench/cards';

/** What a page shows; undefined for a page that is not among these. */
export async function askPage(ask: Ask, { pathname, search }: URL): Promise<PageData | undefined> {
  if (pathname === '/') return { page: 'home', data: await askHome(ask) };
  if (pathname === '/list')
    return { page: 'list', data: await ask(`/api/goods/list${search}`), query: search };
  if (pathname === CARDS_PATH)
    return { page: 'cards', data: (await ask<GoodsList>('/api/goods/list?page=1')).list };
  return undefined;
}
