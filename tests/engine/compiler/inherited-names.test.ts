import { it } from 'vitest';
import { variedShop } from '../support/varied-shop.ts';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';
import { testInheritedNames } from './support/test-inherited-names.ts';

testInheritedNames(await variedShop());

it('does not follow a reference into a prototype', () => {
  const reach = (name: string) =>
    checkProject(
      page(`data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks: [{ block: text, text: $data.goods.${name} }]`),
    );
  for (const name of ['__proto__', 'constructor', 'brand_id.__proto__']) {
    expectOffense(reach(name), 'reference-unknown', { at: name.split('.').at(-1) ?? '' });
  }
});

it('takes them as names of its own where somebody chooses them', () => {
  const calls = {
    'config/api/own.yaml': `own.list:
  get: /api/own
  query: { toString: { type: integer, optional: true }, valueOf: { type: string, optional: true } }
  response: { total: integer }
`,
  };
  const withQuery = (query: string) => ({
    ...calls,
    ...page(`data: { own: { call: own.list, query: ${query} } }
blocks: [{ block: text, text: '{$data.own.total}' }]`),
  });
  expectClean(checkProject(withQuery('{ toString: 1 }')));
  expectClean(checkProject(withQuery('{}')));
  expectOffense(checkProject(withQuery('{ toString: many }')), 'call-arguments', { at: 'many' });
});
