import { expect, it } from 'vitest';
import { createHost } from '#engine/host/serve.ts';
import { listen } from '../../support/listen.ts';
import { smallShop } from '../support/small-shop.ts';

const api = await listen(() => ({ pens: 3 }));

/** A host of a shop whose config has these settings of its API, under this environment. */
async function hostOf(settings: string, env: NodeJS.ProcessEnv) {
  const registry = smallShop({
    'config/site.yaml': `title: Pens\nchecks: { unused-call: off }\napi: ${settings}\n`,
    'config/api/base.yaml': 'pen.list: { get: /api/pens }\n',
  });
  const site = {
    render: async () => ({ status: 200, html: Buffer.alloc(0) }),
    manifest: null,
    inlineScripts: [],
    clientFolder: import.meta.dirname,
  };
  return createHost({ registry, site, env });
}

it('asks the API that its environment names, and shows the pictures of that one', async () => {
  const app = await hostOf('{ base: https://api.example.com }', { API_BASE: `${api.base}/v2/` });
  expect((await app.inject('/api/api/pens')).json()).toEqual({ pens: 3 });
  expect(api.paths()).toEqual(['/v2/api/pens']);
  const { headers } = await app.inject('/');
  expect(headers['content-security-policy']).toMatch(new RegExp(`img-src [^;]*${api.base}`));
  await app.close();
});

it.each([
  ['{ base: https://api.example.com }', 'localhost:4100'],
  ['{ base: https://api.example.com }', 'https://api.example.com?key=1'],
  ['{ base: https://api.example.com, through: browser }', api.base],
  ["{ base: '' }", api.base],
])('does not start on %s with %s', async (settings, API_BASE) => {
  await expect(hostOf(settings, { API_BASE })).rejects.toThrow('API_BASE');
});
