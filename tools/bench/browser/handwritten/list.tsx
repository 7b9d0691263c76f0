import { use } from 'react';
import { Cards } from './card.tsx';
import type { GoodsList } from './data.ts';
import { Link, NavigateContext } from './link.tsx';

const SORTS = [
  { value: null, text: '综合' },
  { value: 'sales', text: '销量' },
  { value: 'price-asc', reverse: 'price-desc', text: '价格' },
  { value: 'newest', text: '上新' },
  { value: 'expiry', text: '效期优先' },
];

const SWITCHES = [
  ['stock', '只看有货'],
  ['promotion', '只看促销'],
  ['bought', '买过的'],
] as const;

/** Options of a facet that are shown at first. */
const FIRST_OPTIONS = 12;

/** Pages on either side of the one that is shown. */
const NEIGHBOURS = 2;

interface ListProps {
  data: GoodsList;
  query: string;
  onAdded: (total: number) => void;
}

export function List({ data: { list, total, page, page_size, facets }, query, onAdded }: ListProps) {
  const navigate = use(NavigateContext);
  const chosen = new URLSearchParams(query);
  const address = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (name !== 'page') next.delete('page');
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `/list?${next.toString()}`;
  };
  const last = Math.ceil(total / page_size);
  const near = Array.from({ length: NEIGHBOURS * 2 + 1 }, (_, index) => page - NEIGHBOURS + index);
  const pages = [...new Set([1, ...near.filter((one) => one > 1 && one < last), last])];
  return (
    <>
      <h1 className="visually-hidden">商品列表</h1>
      <div className="panel facets">
        {facets.map(({ key, label, options }) => (
          <p key={key}>
            <span>{label}</span>
            <Link href={address(key, null)} aria-current={!chosen.has(key)}>
              不限
            </Link>
            {options.slice(0, FIRST_OPTIONS).map((option) => (
              <Link
                key={option.value}
                href={address(key, option.value)}
                aria-current={chosen.get(key) === option.value}
              >
                {option.label} <small>{option.count}</small>
              </Link>
            ))}
          </p>
        ))}
      </div>
      <div className="panel sorts">
        {SORTS.map(({ value, reverse, text }) => {
          const sort = chosen.get('sort');
          const isCurrent = [value, reverse].includes(sort);
          return (
            <Link
              key={text}
              href={address('sort', reverse !== undefined && sort === value ? reverse : value)}
              aria-current={isCurrent}
            >
              {text}
            </Link>
          );
        })}
        {SWITCHES.map(([key, text]) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={chosen.has(key)}
              onChange={({ target }) => navigate(address(key, target.checked ? '1' : null))}
            />
            {text}
          </label>
        ))}
        <span>共 {total.toLocaleString('en')} 个商品</span>
      </div>
      <Cards label="商品" items={list} onAdded={onAdded} />
      <nav className="pages" aria-label="分页">
        {pages.map((one) => (
          <Link
            key={one}
            href={address('page', String(one))}
            aria-current={one === page ? 'page' : undefined}
          >
            {one}
          </Link>
        ))}
      </nav>
    </>
  );
}
