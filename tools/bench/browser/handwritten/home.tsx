import { type ReactNode, useEffect, useState } from 'react';
import { ask } from './api.ts';
import { Cards } from './card.tsx';
import type { Ad, HomeData, Member, Site } from './data.ts';
import { Link } from './link.tsx';

const TOPICS = [
  ['/mrtj', '每日特价'],
  ['/ptzq', '拼团专区'],
  ['/hb', '满额返现'],
  ['/welfare', '全场 94 折'],
  ['/zhzq', '组合购'],
  ['/lqzx', '领券中心'],
  ['/yx', '优选包邮'],
  ['/zyyp', '中药专区'],
  ['/qxzq', '器械专区'],
  ['/jxqzc', '近效期'],
  ['/ppzq', '品牌专区'],
  ['/jfsc', '积分商城'],
] as const;

const SHORTCUTS = [
  ['/order', '我的订单'],
  ['/cart', '购物车'],
  ['/list', '全部药品'],
  ['/list/table', '药品列表'],
] as const;

/** Goods of the member's own, a panel each. */
const MINE = [
  { of: 'due', title: '该补货了', note: '按您自己的采购间隔，已到再买的时候' },
  { of: 'bought', title: '上次买过', note: '' },
  { of: 'dropped', title: '收藏降价', note: '比您收藏时便宜' },
] as const;

interface HomeProps {
  data: HomeData;
  site: Site;
  user: Member;
  onAdded: (total: number) => void;
}

export function Home({ data, site, user, onAdded }: HomeProps) {
  return (
    <>
      <h1 className="visually-hidden">杏衡药采首页</h1>
      <nav className="topics" aria-label="热门专题">
        {TOPICS.map(([to, text]) => (
          <Link key={to} href={to}>
            {text}
          </Link>
        ))}
      </nav>
      {MINE.map(
        ({ of, title, note }) =>
          data.mine[of].length > 0 && (
            <Panel key={of} title={title} note={note}>
              <Cards label={title} items={data.mine[of].slice(0, 5)} compact onAdded={onAdded} />
            </Panel>
          ),
      )}
      <div className="lead">
        <Categories items={site.category} />
        <Carousel ads={data.ads.index} />
        <section className="panel welcome">
          <p>欢迎回来</p>
          <b>{user.company}</b>
          <p>已认证 积分 {user.points.toLocaleString('en')}</p>
          <p className="shortcuts">
            {SHORTCUTS.map(([to, text]) => (
              <Link key={to} href={to}>
                {text}
              </Link>
            ))}
          </p>
          <h2>平台公告</h2>
          <ul>
            {data.notices.map(({ id, title, url, published_at }) => (
              <li key={id}>
                <Link href={url}>{title}</Link>{' '}
                <time>{new Date((published_at + 28_800) * 1000).toISOString().slice(5, 10)}</time>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Ads ads={data.ads.index_side} width={392} height={110} />
      <Panel
        title="限时秒杀"
        note="库存单独计算，售完恢复原价"
        end={<Countdown until={data.spike[0]?.spike?.ends_at} />}
      >
        <Cards label="限时秒杀" items={data.spike.slice(0, 5)} spike onAdded={onAdded} />
      </Panel>
      <Panel title="热销商品" note="近 30 天药店采购最多" end={<Link href="/list?sort=sales">查看全部</Link>}>
        <Cards label="热销商品" items={data.hot.slice(0, 10)} onAdded={onAdded} />
      </Panel>
      <Ads ads={data.ads.index_floor} width={594} height={120} />
      <Panel title="为你推荐" end={<Link href="/list">查看全部</Link>}>
        <div className="beside">
          <Ads ads={data.ads.xrtj} width={290} height={400} />
          <Cards label="为你推荐" items={data.recommended.slice(0, 8)} columns={4} onAdded={onAdded} />
        </div>
      </Panel>
      <Panel title="品牌厂家">
        <ul className="brands">
          {site.brand.slice(0, 12).map(({ id, name, logo, goods_total }) => (
            <li key={id}>
              <Link href={`/list?maker=${encodeURIComponent(name)}`}>
                <img src={logo ?? ''} alt="" width={120} height={48} loading="lazy" />
                {name}
                <small>{goods_total} 个品种</small>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
      <Ads ads={data.ads.common} width={1200} height={90} />
      <Lottery />
    </>
  );
}

interface PanelProps {
  title: string;
  note?: string;
  end?: ReactNode;
  children: ReactNode;
}

const Panel = ({ title, note, end, children }: PanelProps) => (
  <section className="panel">
    <header>
      <h2>
        {title} <small>{note}</small>
      </h2>
      {end}
    </header>
    {children}
  </section>
);

const Ads = ({ ads, width, height }: { ads: readonly Ad[]; width: number; height: number }) => (
  <div className="ads">
    {ads.map(({ id, title, image, url }) => (
      <Link key={id} href={url}>
        <img src={image} alt={title} width={width} height={height} loading="lazy" decoding="async" />
      </Link>
    ))}
  </div>
);

function Categories({ items }: { items: Site['category'] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <nav className="categories panel" aria-label="药品分类" onPointerLeave={() => setOpen(null)}>
      <ul>
        {items.slice(0, 7).map(({ id, name, children }) => (
          <li key={id} onPointerEnter={() => setOpen(id)}>
            <Link href={`/list?select=${id}`}>{name}</Link>
            {open === id && (
              <ul>
                {children?.map((child) => (
                  <li key={child.id}>
                    <Link href={`/list?select=${child.id}`}>{child.name}</Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const SLIDE_TIME = 5000;

function Carousel({ ads }: { ads: readonly Ad[] }) {
  const [shown, setShown] = useState(0);
  const move = (by: number) => setShown((index) => (index + by + ads.length) % ads.length);
  useEffect(() => {
    const timer = setInterval(() => setShown((index) => (index + 1) % ads.length), SLIDE_TIME);
    return () => clearInterval(timer);
  }, [ads.length]);
  return (
    <section className="carousel" aria-label="首页 · 主轮播">
      <div style={{ transform: `translateX(-${shown * 100}%)` }}>
        {ads.map(({ id, title, image, url }, index) => (
          <Link key={id} href={url} inert={index !== shown}>
            <img
              src={image}
              alt={title}
              width={712}
              height={394}
              {...(index === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' })}
            />
          </Link>
        ))}
      </div>
      <button type="button" aria-label="上一张" onClick={() => move(-1)}>
        ‹
      </button>
      <button type="button" aria-label="下一张" onClick={() => move(1)}>
        ›
      </button>
      <p>
        {ads.map(({ id }, index) => (
          <button
            key={id}
            type="button"
            aria-label={`第 ${index + 1} 张`}
            aria-current={index === shown}
            onClick={() => setShown(index)}
          />
        ))}
      </p>
    </section>
  );
}

function Countdown({ until = 0 }: { until: number | undefined }) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const tick = () => setNow(Math.floor(Date.now() / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  if (now === 0) return <span className="countdown">距结束</span>;
  const left = Math.max(0, until - now);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return (
    <span className="countdown">
      距结束 <b>{two(left / 3600)}</b>时<b>{two((left / 60) % 60)}</b>分<b>{two(left % 60)}</b>秒
    </span>
  );
}

interface Draw {
  id: number;
  is_join: number;
}

interface DrawActivity {
  name: string;
  prizes: { id: number; name: string }[];
}

/** Asked for when the page has come alive, as nobody waits for it. */
function Lottery() {
  const [activity, setActivity] = useState<DrawActivity | null>(null);
  useEffect(() => {
    const load = async () => {
      const draw = await ask<Draw>('/api/draw/simple');
      if (draw.is_join !== 0) return;
      const [found] = await Promise.all([
        ask<DrawActivity>(`/api/draw/${draw.id}/activity`),
        ask(`/api/draw/new_record?id=${draw.id}`),
        ask('/api/draw/ads'),
      ]);
      setActivity(found);
    };
    load().catch(() => {});
  }, []);
  if (!activity) return null;
  return (
    <aside className="lottery">
      <h2>{activity.name}</h2>
      <ul>
        {activity.prizes?.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={() => setActivity(null)}>
        关闭
      </button>
    </aside>
  );
}
