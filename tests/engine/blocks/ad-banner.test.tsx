// @vitest-environment jsdom
import type { BoundFunctions, queries } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const banner = (titles: readonly string[], more = '') => `
  - block: ad-banner
    items: [${titles.map((title, index) => `{ id: ${index}, url: /, image: /ad.svg, title: ${title} }`).join(', ')}]
    size: { width: 960, height: 72, max: 2, label: 广告 }
${more}`;

const site = await siteOf({
  'config/pages/ads.yaml': `name: ads
path: /ads
title: 广告
${BARE}
blocks:${banner(['开学季', '新品'], '    firstView: true')}${banner(['会员日'])}${banner(['周年庆'], '    bleed: true')}`,
  'config/pages/floors.yaml': `name: floors
path: /floors
title: 楼层
${BARE}
blocks:
  - block: repeat
    items: [{ ads: [{ id: 1, url: /, image: /ad.svg, title: 一楼 }] }, { ads: [{ id: 2, url: /, image: /ad.svg, title: 二楼 }] }]
    blocks:
      - block: ad-banner
        items: $item.ads
        size: { width: 960, height: 72, max: 2, label: 广告 }
        firstView: true`,
});

/** How a picture is loaded, and how urgently. */
async function loadingOf(page: BoundFunctions<typeof queries>, title: string) {
  const picture = await page.findByAltText(title);
  return [picture.getAttribute('loading'), picture.getAttribute('fetchpriority')];
}

it('loads what is seen at once, the first of it before other pictures, and the rest when it is scrolled to', async () => {
  const { page } = await site.open('/ads');
  expect(await loadingOf(page, '开学季')).toEqual(['eager', 'high']);
  expect(await loadingOf(page, '新品')).toEqual(['eager', 'auto']);
  expect(await loadingOf(page, '会员日')).toEqual(['lazy', 'auto']);
});

it('of what is repeated, loads the first at once: the others stand below it', async () => {
  const { page } = await site.open('/floors');
  expect(await loadingOf(page, '一楼')).toEqual(['eager', 'high']);
  expect(await loadingOf(page, '二楼')).toEqual(['lazy', 'auto']);
});

it('fetches what runs from edge to edge in a wide window only: a phone hides it', async () => {
  const { page } = await site.open('/ads');
  const picture = await page.findByAltText('周年庆');
  expect(picture.getAttribute('src')).toMatch(/^data:/);
  const source = picture.parentElement?.querySelector('source');
  expect([source?.getAttribute('media'), source?.getAttribute('srcset')]).toEqual([
    '(width >= 45rem)',
    '/ad.svg',
  ]);
});
