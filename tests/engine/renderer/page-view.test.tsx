// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { BARE, siteOf } from '../../support/open-page.tsx';

const form = (value: string) => `  - block: form
    label: 填写
    submitText: 下一步
    fields: [{ name: method, label: 方式, value: ${value} }]
    on: { submit: [{ go: '/pay' }] }
`;

const site = await siteOf({
  'config/pages/delivery.yaml': `name: delivery\npath: /delivery\ntitle: 配送\n${BARE}\nblocks:\n${form('快递')}`,
  'config/pages/pay.yaml': `name: pay\npath: /pay\ntitle: 付款\n${BARE}\nblocks:\n${form('余额')}`,
  'config/pages/note.yaml': `name: note\npath: /note/:id\ntitle: 一条\n${BARE}\nblocks:
  - { block: buttons, items: [{ text: 下一条, to: /note/2 }] }
${form('$route.id')}`,
});

describe('what was typed on a page', () => {
  it('does not stand on the next one, whose blocks are in the same places', async () => {
    const { user, page } = await site.open('/delivery');
    await user.type(await page.findByRole('textbox'), '到店');
    await user.click(page.getByRole('button', { name: '下一步' }));
    await expect.poll(() => page.getByRole('textbox')).toHaveProperty('value', '余额');
  });

  it('does not stand where the same page shows something else', async () => {
    const { user, page } = await site.open('/note/1');
    await user.type(await page.findByRole('textbox'), '号');
    await user.click(page.getByRole('link', { name: '下一条' }));
    await expect.poll(() => page.getByRole('textbox')).toHaveProperty('value', '2');
  });
});
