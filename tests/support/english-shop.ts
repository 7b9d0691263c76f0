/** The smallest shop in English, which has nothing but the engine; YAML by path. A test adds pages to it. */
export const ENGLISH: Record<string, string> = {
  'config/site.yaml': `title: Paper & Ink
description: Notebooks, pens and everything between them.
locale: en-GB
timeZone: Europe/London
money: { currency: GBP, symbol: £ }
user: { call: user.base, visitor: { role: visitor } }
roles:
  member: { label: Member, when: { eq: [$user.role, member] }, page: /login, notice: Sign in to see prices, action: Sign in }
gated: member
pages: { home: /, login: /login, notFound: /404, closed: /closed }
checks: { unused-call: off, unused-slot: off, data-access: off, missing-title: off }
`,
  'config/errors.yaml': 'success: [200]\nrules: []\n',
  'config/ads.yaml': 'top: { label: In the window, width: 1200, height: 260 }\n',
  'config/api/base.yaml': `user.base: { get: /api/user, response: { role: string }, silent: true }
focus.show: { get: '/api/ads/{name}', response: 'ad[]', silent: true }
product.list: { get: /api/product, query: { page: { type: integer, default: 1 } }, response: { page: product-card } }
product.detail: { get: '/api/product/{id}', params: { id: integer }, response: product-card }
`,
  'config/pages/fixed.yaml': `name: fixed
children:
  - { name: index, path: /, title: Home, blocks: [{ block: text, text: Welcome, level: title }] }
  - { name: login, path: /login, title: Sign in, blocks: [{ block: text, text: Please sign in }] }
  - { name: notfound, path: /404, title: Not found, blocks: [{ block: text, text: There is no such page }] }
  - { name: closed, path: /closed, title: Closed, blocks: [{ block: text, text: Not open yet }] }
  - name: product
    path: /product/:id
    title: Product
    data: { product: { call: product.detail, params: { id: $route.id } } }
    blocks: [{ block: text, text: '{$data.product.name}' }]
`,
};
