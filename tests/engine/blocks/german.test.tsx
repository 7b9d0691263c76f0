// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ENGLISH } from '../../support/english-shop.ts';
import { BARE, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  ...ENGLISH,
  'config/api/shop.yaml':
    'order.send: { post: /api/order, encoding: json, body: { length: number }, silent: true }\n',
  'config/site.yaml': (ENGLISH['config/site.yaml'] ?? '')
    .replace('locale: en-GB', 'locale: de-DE')
    .replace('{ currency: GBP, symbol: £ }', '{ currency: EUR }'),
  'config/pages/order.yaml': `name: order
path: /order
title: Bestellung
${BARE}
blocks:
  - block: form
    fields: [{ name: length, label: Länge, kind: number, min: 0.5, value: 12.5 }]
    on: { submit: [{ call: order.send, body: { length: $event.length } }] }
  - block: detail-list
    items: [{ label: Summe, kind: money, value: -1234.5, strong: true }, { label: Ab, kind: date, value: 2026-11-01 }]
`,
});

it('reads and writes numbers, amounts and days as the locale does', async () => {
  const {
    user,
    page: shown,
    requests,
  } = await site.open('/order', {
    'POST /api/order': () => ({ data: null }),
  });
  expect(shown.getByText('Summe').parentElement?.textContent).toBe('Summe-1.234,50\u00A0€');
  expect(shown.getByText('01.11.2026')).toBeTruthy();
  const length = shown.getByRole('textbox', { name: 'Länge' });
  expect(length).toHaveProperty('value', '12,5');
  await user.clear(length);
  await user.type(length, '0,1');
  await user.click(shown.getByRole('button', { name: 'Submit' }));
  await shown.findByText('Länge must be 0,5 or more');
  await user.clear(length);
  await user.type(length, '1.234,5');
  await user.click(shown.getByRole('button', { name: 'Submit' }));
  await expect.poll(() => requests('POST /api/order').map(({ body }) => body)).toEqual([{ length: 1234.5 }]);
});
