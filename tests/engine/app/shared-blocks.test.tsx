import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSharedBlocks } from '#engine/app/shared-blocks.tsx';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { SharedBlock } from '#engine/renderer/block/shared-block.ts';
import type { AnyBlockProps } from '#engine/renderer/code.ts';
import { nowAtom } from '#engine/runtime/clock.ts';
import { openAtom } from '#engine/runtime/notices.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { compileShop } from '../../support/base-shop.ts';

let site: SiteConfig;
beforeAll(async () => {
  site = (await compileShop({})).site;
});

/** A site's shared blocks, and what a page with one block is made of. */
function openSite(
  Component: (props: AnyBlockProps) => React.ReactNode,
  digestOf: (value: object) => string | undefined = () => undefined,
) {
  const sharedPage = createSharedBlocks(site, digestOf);
  let renders = 0;
  const Counted = (props: AnyBlockProps) => {
    renders += 1;
    return Component(props);
  };
  const show = (block: Partial<SharedBlock> = {}, path = '/') => {
    const late: string[] = [];
    const page = sharedPage(path, (file) => late.push(file));
    const placed = page.place({
      type: 'list',
      props: { items: ['one'] },
      inputs: { items: ['one'] },
      events: {},
      children: [],
      gate: null,
      samePage: ['/'],
      firstView: true,
      definition: { Component: Counted },
      ...block,
    });
    if (placed === undefined) return 'in its page';
    const { hints, body } = page.complete({
      hints: '',
      body: Buffer.from(renderToString(<main>{placed}</main>)),
    });
    return { hints, body: body.map(({ html }) => html).join(''), parts: body };
  };
  return { show, renders: () => renders };
}

const List = ({ items }: AnyBlockProps) => (
  <ul>
    {(items as string[]).map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

describe('a block of a rendered page', () => {
  it('is rendered once for all who get the same, from the second on', () => {
    const { show, renders } = openSite(List);
    expect(show()).toBe('in its page');
    expect(show()).toMatchObject({ body: '<main><ul><li>one</li></ul></main>' });
    expect(show()).toMatchObject({ body: '<main><ul><li>one</li></ul></main>' });
    expect(renders()).toBe(1);
  });

  it.each([
    ['other inputs', { props: { items: ['two'] }, inputs: { items: ['two'] } }, '/'],
    ['a place below the first view', { firstView: false }, '/'],
    ['a gate', { gate: { notice: '登录后可见', link: null } }, '/'],
    ['another event', { events: { choose: async () => ({ ok: true }) as never } }, '/'],
    ['nothing in place of something left out', { inputs: { items: ['one'], note: null } }, '/'],
    ['more places for blocks', { children: [null] }, '/'],
    ['another page', {}, '/list'],
  ])('is rendered anew for %s', (_, block, path) => {
    const { show, renders } = openSite(List);
    show();
    show();
    expect(show(block, path)).toBe('in its page');
    show(block, path);
    expect(renders()).toBe(2);
  });

  it('shows who may see no price what the gate says', () => {
    const gate = { notice: '登录后可见', link: null };
    const { show } = openSite(() => <Price amount={null} />);
    show({ gate });
    expect(show({ gate })).toMatchObject({ body: expect.stringContaining('登录后可见') });
  });

  it('stays in its page when it reads the clock', () => {
    const { show } = openSite(() => <time>{useAtomValue(nowAtom)}</time>);
    show();
    expect(show()).toBe('in its page');
  });

  it('knows that nothing is open yet', () => {
    const { show } = openSite(() => <p>{useAtomValue(openAtom('cart')) ? '开' : '关'}</p>);
    show();
    expect(show()).toMatchObject({ body: '<main><p>关</p></main>' });
  });

  it('is rendered once for one part of an answer, wherever it is read from', () => {
    const { show, renders } = openSite(List, () => 'digest');
    const inputs = () => ({ items: [{ id: 1 }] });
    for (let reader = 0; reader < 3; reader += 1) show({ inputs: inputs() });
    expect(show({ inputs: { items: 'digest' } })).toBe('in its page');
    expect(renders()).toBe(1);
  });

  it('stays in its page when it has ids', () => {
    const { show } = openSite(() => <p id={useId()} />);
    show();
    expect(show()).toBe('in its page');
  });

  it('is kept in memory of its own, not with what stands beside it in a pool', () => {
    const { show } = openSite(() => <p style={{ color: 'red' }}>red</p>);
    show();
    show();
    const shown = show();
    const kept = shown === 'in its page' ? undefined : shown.parts.find(({ html }) => html.includes('red'));
    expect(kept?.styles).toEqual(['color:red']);
    expect(kept?.html.buffer.byteLength).toBe(kept?.html.length);
  });

  it('lets the page fetch its pictures early', () => {
    const { show } = openSite(() => <Image src="/one.jpg" alt="" width={1} height={1} eager />);
    show();
    expect(show()).toMatchObject({ hints: expect.stringContaining('/one.jpg') });
  });

  it('lets no page fetch early what is below the first view', () => {
    const { show } = openSite(() => <Image src="/one.jpg" alt="" width={1} height={1} eager main />);
    show({ firstView: false });
    expect(show({ firstView: false })).toMatchObject({ hints: '', body: expect.stringContaining('"lazy"') });
  });
});
