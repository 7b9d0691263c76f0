import { useEffect, useRef, useState } from 'react';
import { ask } from './api.ts';
import { Footer, Header, Toolbar } from './around.tsx';
import { Cards } from './card.tsx';
import { type Around, askPage, type Goods, type GoodsList, type PageData } from './data.ts';
import { Home } from './home.tsx';
import { Link, NavigateContext } from './link.tsx';
import { List } from './list.tsx';

/** All that a page is rendered from; the browser gets it with the HTML. */
export interface AppProps {
  around: Around;
  shown: PageData;
  path: string;
}

const OWN = new Set(['/', '/list']);

/** The shop's home and list as one would write them for themselves, with React and nothing else. */
export function App({ around, shown: first, path: firstPath }: AppProps) {
  const [{ shown, path }, setShown] = useState({ shown: first, path: firstPath });
  const [cartTotal, setCartTotal] = useState(around.cart.total);
  const latest = useRef(0);

  const show = async (url: URL) => {
    latest.current += 1;
    const run = latest.current;
    const found = await askPage(ask, url);
    if (run !== latest.current || !found) return;
    setShown({ shown: found, path: url.pathname });
    scrollTo(0, 0);
  };
  const navigate = (address: string) => {
    const url = new URL(address, location.href);
    if (url.origin !== location.origin || !OWN.has(url.pathname)) return false;
    history.pushState(null, '', url);
    void show(url);
    return true;
  };
  useEffect(() => {
    const onPop = () => void show(new URL(location.href));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  });

  const onAdded = (count: number) => setCartTotal((total) => total + count);
  return (
    <NavigateContext value={navigate}>
      {shown.page === 'home' &&
        shown.data.ads.top.map(({ id, title, image, url }) => (
          <Link key={id} href={url} className="top-ad">
            <img src={image} alt={title} width={1920} height={72} />
          </Link>
        ))}
      <Header around={around} cartTotal={cartTotal} path={path} />
      <main>
        {shown.page === 'home' && (
          <Home data={shown.data} site={around.home} user={around.user} onAdded={onAdded} />
        )}
        {shown.page === 'list' && <List data={shown.data} query={shown.query} onAdded={onAdded} />}
        {shown.page === 'cards' && <ManyCards items={shown.data} onAdded={onAdded} />}
      </main>
      <Toolbar around={around} cartTotal={cartTotal} />
      <Footer around={around} />
    </NavigateContext>
  );
}

interface ManyCardsProps {
  items: readonly Goods[];
  onAdded: (total: number) => void;
}

function ManyCards({ items: first, onAdded }: ManyCardsProps) {
  const [items, setItems] = useState(first);
  const refresh = async () => setItems((await ask<GoodsList>('/api/goods/list?page=1')).list);
  return (
    <>
      <button type="button" onClick={() => void refresh()}>
        换一批价格
      </button>
      <Cards label="商品" items={items} onAdded={onAdded} />
    </>
  );
}
