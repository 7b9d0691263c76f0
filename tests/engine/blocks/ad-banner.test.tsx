// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const banner = (title: string, more = '') => `
  - block: ad-banner
    items: [{ id: 1, url: /, image: /ad.svg, title: ${title} }]
    size: { width: 1920, height: 72, max: 1, label: 广告 }
${more}`;

const site = await siteOf({
  'config/pages/ads.yaml': `name: ads
path: /ads
title: 广告
${BARE}
blocks:${banner('开学季', '    firstView: true')}${banner('会员日')}`,
});

it('loads what is seen at once before other pictures, and the others when they are scrolled to', async () => {
  const { page } = await site.open('/ads');
  const [first, other] = await Promise.all(['开学季', '会员日'].map((name) => page.findByAltText(name)));
  expect(first?.getAttribute('loading')).toBe('eager');
  expect(first?.getAttribute('fetchpriority')).toBe('high');
  expect(other?.getAttribute('loading')).toBe('lazy');
});
