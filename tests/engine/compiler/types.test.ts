import { describe, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

const when = (condition: string, data = '{ goods: { call: goods.list }, cart: { call: cart.total } }') =>
  page(`data: ${data}\nblocks: [{ block: text, text: 一, when: ${condition} }]`);

describe('a comparison', () => {
  it('compares what has an order', () => {
    expectOffense(checkProject(when('{ gt: [$data.goods.list, 0] }')), 'condition-type', {
      at: '$data.goods.list',
      hint: /\.length/,
    });
    expectClean(checkProject(when('{ gt: [$data.goods.list.length, 0] }')));
    expectClean(checkProject(when('{ gte: [$query.page, 2] }')));
  });

  it('compares like with like', () => {
    expectOffense(checkProject(when('{ eq: [$data.cart.total, 很多] }')), 'condition-type', { at: '很多' });
    expectOffense(checkProject(when('{ gt: [$data.cart.total, true] }')), 'condition-type', {
      at: 'true',
      message: /是非值，不能比大小/,
    });
    expectOffense(checkProject(when('{ eq: [$user.is_verified, true] }')), 'condition-type', { at: 'true' });
    expectClean(
      checkProject(when('{ all: [{ eq: [$user.is_verified, 1] }, { not: { lt: [$now, 1795300000] } }] }')),
    );
    expectOffense(checkProject(when("{ eq: [$data.cart.total, '3'] }")), 'condition-mixed', {
      at: "'3'",
      fix: '3',
    });
  });

  it('names a state that there is', () => {
    expectOffense(checkProject(when('{ eq: [$user.role, aproved] }')), 'condition-type', {
      at: 'aproved',
      hint: /approved/,
      fix: 'approved',
    });
    expectOffense(checkProject(when('{ in: [$user.role, [member, nobody]] }')), 'condition-type', {
      at: 'nobody',
    });
    expectClean(checkProject(when('{ in: [$user.role, [member, approved]] }')));
  });
});

describe('a field of a call', () => {
  const field = (text: string) => ({ 'config/api/x.yaml': `x.y: { get: /api/x, query: { a: ${text} } }\n` });

  it('has a default, a constant and choices of its own type', () => {
    expectOffense(checkProject(field('{ type: integer, default: 第一 }')), 'field-default', { at: '第一' });
    expectOffense(checkProject(field('{ type: integer, const: x }')), 'field-default', { at: 'x' });
    expectOffense(checkProject(field('{ type: integer, enum: [1, 二] }')), 'field-default', { at: '二' });
    expectOffense(checkProject(field('{ type: string, enum: [a, b], default: c }')), 'field-default', {
      at: 'c',
    });
    expectClean(checkProject(field('{ type: integer, default: $site.constants.cartListFilter }')));
  });

  it('has a pattern that can be read, and that no text can make slow', () => {
    expectOffense(checkProject(field("{ type: string, pattern: '(' }")), 'config-shape', { at: "'('" });
    expectOffense(checkProject(field("{ type: string, pattern: '^(a+)+$' }")), 'slow-pattern', {
      at: "'^(a+)+$'",
    });
    expectOffense(checkProject(field("{ type: string, pattern: '^(a|ab?)*$' }")), 'slow-pattern', {
      at: "'^(a|ab?)*$'",
    });
    expectOffense(checkProject(field("{ type: string, pattern: '^1(,[1,2]+)*$' }")), 'slow-pattern', {
      at: "'^1(,[1,2]+)*$'",
    });
    expectClean(checkProject(field("{ type: string, pattern: '^[a-z]{1,40}(?:-[a-z]+)?$' }")));
    const list = '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,49}$';
    expectClean(checkProject(field(`{ type: string, pattern: '${list}' }`)));
  });
});

describe('a remembered value', () => {
  it('is of the type that the site gives it', () => {
    expectOffense(checkProject(page('remember: { brand: maybe }\nblocks: []')), 'remember-type', {
      at: 'maybe',
    });
    expectOffense(checkProject(page('remember: { footerStyle: ful }\nblocks: []')), 'remember-type', {
      at: 'ful',
      fix: 'full',
    });
    expectClean(checkProject(page('remember: { brand: true, keyword: $query.keywords }\nblocks: []')));
  });
});
