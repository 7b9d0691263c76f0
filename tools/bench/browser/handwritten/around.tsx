import { type FormEvent, useEffect, useState } from 'react';
import { ask } from './api.ts';
import type { Around } from './data.ts';
import { Link } from './link.tsx';

interface HeaderProps {
  around: Around;
  cartTotal: number;
  path: string;
}

export function Header({ around: { user, home, hotline }, cartTotal, path }: HeaderProps) {
  return (
    <header>
      <div className="top">
        <p>
          {user.company} <a href="/logout">安全退出</a>
        </p>
        <nav aria-label="账户与常用链接">
          <Link href="/">返回首页</Link>
          <Link href="/user">会员中心</Link>
          <Link href="/order">我的订单</Link>
          <Link href="/zhzx_zlxz">药检查询</Link>
        </nav>
      </div>
      <div className="brand">
        <Link href="/" className="logo">
          杏衡药采 <small>药店诊所采购平台</small>
        </Link>
        <Search hot={home.rnss} />
        <dl>
          <dt>专属客服</dt>
          <dd>
            {user.admin?.name} {user.admin?.phone}
          </dd>
          <dt>投诉热线</dt>
          <dd>{hotline}</dd>
        </dl>
        <Link href="/cart" className="cart">
          购物车 {cartTotal > 0 && <span>{cartTotal}</span>}
        </Link>
      </div>
      <nav className="main" aria-label="主导航">
        <span className="all">全部药品分类</span>
        <ul>
          {home.nav.slice(0, 9).map(({ id, name, url, children }) => (
            <li key={id}>
              <Link href={url} aria-current={url === path ? 'page' : undefined}>
                {name}
              </Link>
              {children && children.length > 0 && (
                <ul>
                  {children.map((child) => (
                    <li key={child.id}>
                      <Link href={child.url}>{child.name}</Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

const SUGGEST_DELAY = 200;

interface Hit {
  id: number;
  text: string;
}

interface Suggestion {
  text: string;
  url: string;
}

function Search({ hot }: { hot: readonly Suggestion[] }) {
  const [keywords, setKeywords] = useState('');
  const [type, setType] = useState('goods');
  const [suggestions, setSuggestions] = useState<readonly Hit[]>([]);
  useEffect(() => {
    if (keywords === '') return undefined;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ keywords, type });
      ask<Hit[]>(`/api/goods/search?${query.toString()}`).then(setSuggestions, () => setSuggestions([]));
    }, SUGGEST_DELAY);
    return () => clearTimeout(timer);
  }, [keywords, type]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    location.assign(`/search?${new URLSearchParams({ keywords, type }).toString()}`);
  };
  return (
    <div className="search">
      <form onSubmit={onSubmit}>
        {[
          ['goods', '药品'],
          ['maker', '厂家'],
        ].map(([value, text]) => (
          <label key={value}>
            <input type="radio" name="type" checked={type === value} onChange={() => setType(value ?? '')} />
            {text}
          </label>
        ))}
        <input
          placeholder="药品名称/拼音缩写"
          aria-label="搜索药品或厂家"
          value={keywords}
          onChange={({ target }) => setKeywords(target.value)}
        />
        <button type="submit">搜索</button>
      </form>
      <p>
        热搜{' '}
        {hot.map(({ text, url }) => (
          <Link key={url} href={url}>
            {text}
          </Link>
        ))}
      </p>
      {keywords !== '' && suggestions.length > 0 && (
        <ul>
          {suggestions.map(({ id, text }) => (
            <li key={id}>
              <Link href={`/search?keywords=${encodeURIComponent(text)}`}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Toolbar({ around: { user }, cartTotal }: Omit<HeaderProps, 'path'>) {
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    ask<{ unread: number }>('/api/chat').then(
      (chat) => setUnread(chat.unread),
      () => {},
    );
  }, []);
  return (
    <aside className="toolbar">
      <Link href="/user">我的账户</Link>
      <Link href="/cart">购物车 {cartTotal > 0 && <b>{cartTotal}</b>}</Link>
      <Link href="/wdxx">
        消息 <b>{user.message_count}</b>
      </Link>
      <button type="button">在线客服 {unread > 0 && <b>{unread}</b>}</button>
      <button type="button" onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}>
        回到顶部
      </button>
    </aside>
  );
}

const PROMISES = [
  ['证照齐全', '首营资料在线可查'],
  ['批号可追', '付款前看到批号与效期'],
  ['满额包邮', '满 500 元免运费'],
  ['专人服务', '客户经理一对一跟进'],
] as const;

export function Footer({ around: { help, links, hotline } }: Pick<HeaderProps, 'around'>) {
  return (
    <footer>
      <ul className="promises">
        {PROMISES.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="help">
        {help.slice(0, 4).map(({ id, name, children }) => (
          <section key={id}>
            <h2>{name}</h2>
            <ul>
              {children.slice(0, 5).map((article) => (
                <li key={article.id}>
                  <Link href={article.url}>{article.name}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <p>服务热线</p>
          <b>{hotline}</b>
          <p>周一至周六 8:30–18:00</p>
        </section>
      </div>
      <p className="links">
        友情链接{' '}
        {links.map(({ text, url }) => (
          <a key={url} href={url}>
            {text}
          </a>
        ))}
      </p>
      <p className="licences">© 杏衡药采 药品信息仅供执业采购人员参考，不作用药建议。</p>
    </footer>
  );
}
