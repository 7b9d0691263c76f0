import { useState } from 'react';
import { localTime } from '#engine/compiler/schedule/local-time.ts';
import { showWindow } from '#engine/compiler/schedule/show.ts';
import { showableAt, windowOf } from '#engine/compiler/schedule/window.ts';
import type { Route } from '#engine/generated/schemas.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { Button } from '#engine/ui/button/button.tsx';
import type { Shop } from './shop-model.ts';
import styles from './studio.module.css';

interface ElsewhereProps {
  shop: Shop;
  /** The page that was asked for. */
  path: string;
  /** The page that the shop leads to instead. */
  shown: string;
  /** A time of the shop, as `2026-11-01T09:30`. */
  onMoment: (moment: string) => void;
  onReader: (role: string) => void;
}

const everyRoute = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => [route, ...everyRoute(route.children)]);

/** Says why the shop shows another page than the one that was asked for, and how to see that one. */
export function Elsewhere({ shop, path, shown, onMoment, onReader }: ElsewhereProps) {
  const [now] = useState(Date.now);
  const { routes, site } = shop.registry;
  const route = everyRoute(routes).find((one) => one.path === path);
  if (route === undefined) return null;
  const { schedule, access, title, name } = route;
  const open = schedule ? showableAt([schedule], now) : now;
  const window = schedule && showWindow(windowOf(schedule), site.timeZone).zh;
  return (
    <p role="status" className={styles['elsewhere']}>
      <span>
        {title ?? name} 现在转到 {shown}
        {window !== undefined && `：开放时间是 ${window}`}
        {window === undefined && access !== VISITOR && `：要 ${site.roles[access]?.label ?? access} 才能看`}。
      </span>
      {open !== now && (
        <Button
          size="sm"
          onClick={() => onMoment(localTime(open, site.timeZone).replace(' ', 'T').slice(0, 16))}
        >
          看开放时的样子
        </Button>
      )}
      {access !== VISITOR && (
        <Button size="sm" onClick={() => onReader(access)}>
          换成这个身份
        </Button>
      )}
    </p>
  );
}
