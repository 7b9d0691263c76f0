import { describe, expect, it } from 'vitest';
import { answerByFetch } from '#engine/runtime/in-process.ts';
import { BASE } from '../../support/base-shop.ts';
import { NOW, reader, shopOf, textOf } from './shop.ts';

const SALE = `name: sale
path: /sale
title: 大促
schedule: { from: 2026-11-11T00:00:00+08:00, until: 2026-11-12T00:00:00+08:00 }
meta: { header: false, footer: false, toolbar: false }
blocks:
  - { block: text, text: 大促开始了 }
  - { block: text, text: 会员专享, when: { eq: [$user.role, member] } }
  - { block: text, text: 晚场, schedule: { from: 2026-11-11T20:00:00+08:00 } }
`;

const shop = await shopOf({ 'config/pages/sale.yaml': SALE });

/** As a built shop answers: it has a manifest. */
async function openBuilt(path: string, role?: 'member' | 'approved' | 'staff') {
  const user = role === undefined ? undefined : reader(role)['/api/user/base'].data;
  const rendered = await shop.render(new Request(`http://shop.test${path}`), {
    manifest: {},
    now: () => NOW,
    onError: () => {},
    answer: answerByFetch(async () =>
      user
        ? Response.json({ code: 200, message: '', data: user })
        : Response.json({ code: 401 }, { status: 401 }),
    ),
  });
  return { ...rendered, html: rendered.html.toString() };
}

describe('a preview', () => {
  it('shows another moment in development, and says so', async () => {
    const { html, status } = await shop.open('/sale?at=2026-11-11T21:00');
    expect(status).toBe(200);
    expect(textOf(html)).toEqual(['大促开始了', '晚场']);
    expect(html).toContain('预览 · 2026-11-11 21:00');
    expect(textOf((await shop.open('/sale?at=2026-11-11')).html)).toEqual(['大促开始了']);
  });

  it('shows another reader', async () => {
    const { html } = await shop.open('/sale?at=2026-11-11&as=newbie', reader('staff'));
    expect(textOf(html)).toEqual(['大促开始了', '会员专享']);
    expect(textOf((await shop.open('/sale?at=2026-11-11&as=visitor', reader('member'))).html)).toEqual([
      '大促开始了',
    ]);
  });

  it('goes on where a page leads on', async () => {
    const { location = '' } = await shop.open('/sale?at=2026-11-12&as=newbie', reader('staff'));
    expect(location).toBe('/closed?at=2026-11-12&as=newbie');
    expect((await shop.open(location)).html).toContain('预览 · 2026-11-12 00:00');
  });

  it('is for the staff of a built shop', async () => {
    expect(textOf((await openBuilt('/sale?at=2026-11-11', 'staff')).html)).toEqual(['大促开始了']);
  });

  it('is never for buyers, whatever they request', async () => {
    for (const role of [undefined, 'member', 'approved'] as const) {
      const { status, location, html } = await openBuilt('/sale?at=2026-11-11&as=staff', role);
      expect([status, location?.split('?')[0]]).toEqual([302, '/closed']);
      expect(html).toBe('');
    }
  });

  it('is nothing where the time or the reader is none', async () => {
    expect((await shop.open('/sale?at=soon&as=__proto__')).location).toMatch(/^\/closed\?/);
    expect(BASE['config/pages/fixed.yaml']).toContain('/closed');
  });
});
