import { describe, expect, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

const data = (entry: string) => page(`data: { x: ${entry} }\nblocks: []`);
const action = (list: string) =>
  page(
    `data: { cart: { call: cart.total } }\nblocks:\n  - { block: sample-form, fields: [], on: { submit: [${list}] } }\n  - { block: sample-dialog, id: ask }`,
  );

describe('a call that a page makes', () => {
  it('is declared', () => {
    expectOffense(checkProject(data('{ call: goods.lits }')), 'unknown-call', {
      at: 'goods.lits',
      fix: 'goods.list',
    });
    expectOffense(checkProject(action('{ call: cart.ad }')), 'unknown-call', { at: 'cart.ad' });
  });

  it('is given what it declares, and all that it needs', () => {
    expectClean(checkProject(data('{ call: goods.list, query: { sort: sales, page: 2, keywords: null } }')));
    expectOffense(checkProject(data('{ call: goods.list, query: { pgae: 2 } }')), 'call-arguments', {
      at: 'pgae',
      fix: 'page',
    });
    expectOffense(checkProject(data('{ call: goods.list, query: { sort: sale } }')), 'call-arguments', {
      at: 'sale',
      fix: 'sales',
    });
    expectOffense(checkProject(data('{ call: goods.detail }')), 'call-arguments', {
      at: 'goods.detail',
      message: /缺少 id/,
    });
    expectOffense(checkProject(data('{ call: goods.detail, params: { id: abc } }')), 'call-arguments', {
      at: 'abc',
      message: /整数/,
    });
    expectOffense(checkProject(action('{ call: cart.add, body: { id: 1 } }')), 'call-arguments', {
      at: 'body',
      message: /缺少 number/,
    });
  });

  it('gets its fields from the form', () => {
    const fields = (names: string) =>
      page(
        `blocks: [{ block: sample-form, fields: [${names}], on: { submit: [{ call: cart.add, body: $form }] } }]`,
      );
    expectClean(checkProject(fields('{ name: id }, { name: number }')));
    expectOffense(checkProject(fields('{ name: id }')), 'call-arguments', {
      at: '$form',
      message: /缺少 number/,
    });
  });

  it('is announced by the server when its data waits for that', () => {
    const push = (call: string) => data(`{ call: ${call}, refresh: { push: true } }`);
    expectOffense(checkProject(push('goods.list')), 'data-push', { at: 'true', message: /goods\.list/ });
    const chat = {
      'config/api/chat.yaml': 'chat.list: { get: /api/chat, push: true, response: goods-page }\n',
    };
    expectClean(checkProject({ ...chat, ...push('chat.list') }));
  });

  it('only reads when it is data', () => {
    expectOffense(checkProject(data('{ call: cart.add, body: { id: 1, number: 2 } }')), 'data-call', {
      at: 'cart.add',
      message: /POST/,
    });
  });

  it('warns when readers of the page may not make it', () => {
    const warned = checkProject(data('{ call: cart.list }'));
    const told = expectOffense(warned, 'data-access', {
      at: 'cart.list',
      hint: /when: .*\$user\.role.*member/,
    });
    expect(told.severity).toBe('warning');
    expect(warned.registry).not.toBeNull();
    expectClean(checkProject(data('{ call: cart.list, when: $user.show }')));
    expectClean(checkProject(page('access: member\ndata: { x: { call: cart.list } }\nblocks: []')));
  });

  it('does not wait for itself', () => {
    const cycle =
      'data:\n  a: { call: goods.detail, params: { id: $data.b.id } }\n  b: { call: goods.detail, params: { id: $data.a.id } }\nblocks: []';
    expectOffense(checkProject(page(cycle)), 'data-cycle', { at: 'a', message: /a → b → a/ });
  });
});

describe('an action', () => {
  it('has one of the known forms', () => {
    expectClean(
      checkProject(
        action('{ toast: 好 }, { refresh: [cart, goods.list] }, { open: ask }, { query: { page: 2 } }'),
      ),
    );
    expectOffense(checkProject(action('{ toats: 好 }')), 'config-shape', {
      at: 'toats',
      hint: /是不是想写 toast/,
      fix: 'toast',
    });
    expectOffense(checkProject(action('{ toast: 好, icn: error }')), 'config-shape', {
      at: 'icn',
      fix: 'icon',
    });
  });

  it('is judged inside when and then', () => {
    const nested = checkProject(action('{ when: { eqq: [1, 2] }, then: [{ toast: 好, icon: green }] }'));
    expectOffense(nested, 'config-shape', { at: 'green', message: /success/ });
    expectOffense(nested, 'config-shape', { at: 'eqq' });
  });

  it('refreshes what is there', () => {
    expectOffense(checkProject(action('{ refresh: [crat] }')), 'action-target', { at: 'crat', fix: 'cart' });
  });

  it('opens what can be opened', () => {
    expectOffense(checkProject(action('{ open: aks }')), 'action-target', { at: 'aks', hint: /ask/ });
    const text = page(
      'blocks: [{ block: text, text: 一, id: note }, { block: sample-form, fields: [], on: { submit: [{ open: note }] } }]',
    );
    expectOffense(checkProject(text), 'action-target', { at: 'note', message: /不能打开/ });
  });

  it('may mean the block whose id is no text, which is what is reported', () => {
    const text = page(
      'blocks: [{ block: text, text: 一, id: 77 }, { block: sample-form, fields: [], on: { submit: [{ open: ask }] } }]',
    );
    expect(checkProject(text).offenses.map(({ code }) => code)).toEqual(['config-shape']);
  });
});

describe('a declared call', () => {
  const api = (text: string) => ({ 'config/api/more.yaml': text });

  it('uses types that exist', () => {
    expectOffense(checkProject(api('x.y: { get: /api/x, response: gods }')), 'unknown-entity', {
      at: 'gods',
      hint: /goods/,
    });
    expectOffense(checkProject(api("x.y: { get: /api/x, query: { a: 'strng?' } }")), 'unknown-entity', {
      at: 'strng',
    });
  });

  it('has one method and a known shape', () => {
    expectOffense(checkProject(api('x.y: { response: goods }')), 'config-shape', {
      at: 'x.y',
      message: /get、post、put、patch、delete/,
    });
    expectOffense(checkProject(api('x.y: { get: /api/x, respons: goods }')), 'config-shape', {
      at: 'respons',
      fix: 'response',
    });
  });

  it('stands once, by name and by address', () => {
    expectOffense(checkProject(api('goods.list: { get: /api/other }')), 'duplicate-call', {
      at: 'goods.list',
      file: 'config/api/more.yaml',
      message: /config\/api\/base\.yaml:3/,
    });
    expectOffense(checkProject(api("x.y: { get: '/api/goods/detail/{other}' }")), 'duplicate-call', {
      at: 'x.y',
    });
  });

  it('has its params in its path', () => {
    expectOffense(checkProject(api("x.y: { get: '/api/x/{id}', params: { idd: integer } }")), 'call-path', {
      at: 'idd',
    });
  });

  it('renews calls that exist', () => {
    expectOffense(checkProject(api('x.y: { post: /api/x, renews: [goods.lst] }')), 'unknown-call', {
      at: 'goods.lst',
    });
  });

  it('warns when no page uses it, unless others call it', () => {
    const on = {
      'config/site.yaml':
        'title: 试店\nconstants: {}\nuser: { call: user.base }\nroles: { member: $user.show }\npages: { home: /, login: /login, notFound: /404, closed: /noActivity }\n',
    };
    const checked = checkProject({
      ...on,
      ...api('x.y: { get: /api/x }\nx.z: { post: /api/z, external: true }'),
    });
    expectOffense(checked, 'unused-call', { at: 'x.y' });
    expect(checked.offenses.some(({ message }) => message.zh.includes('x.z'))).toBe(false);
  });
});
