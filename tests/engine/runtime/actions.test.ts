import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Action } from '#engine/generated/schemas.ts';
import { runActions } from '#engine/runtime/actions.ts';
import { answerDialogAtom, dialogAtom, itemAtom, noticesAtom, openAtom } from '#engine/runtime/notices.ts';
import type { PageLocation, Scope } from '#engine/runtime/scope.ts';
import { busyAtom, type SessionSettings } from '#engine/runtime/session.ts';
import { listen, type Reply } from '../../support/listen.ts';
import { envelope, openSession, pause, scopeOf, until } from './support.ts';

let reply: Reply = () => envelope(null);
const server = await listen((seen, response) => reply(seen, response));
const location = (path: string): PageLocation => ({ path, route: {}, query: {} });

beforeEach(() => {
  server.seen.length = 0;
  reply = ({ path }) => envelope({ path });
});

function open(settings: Partial<SessionSettings> = {}) {
  const opened = openSession(server.base, settings);
  const { session, store } = opened;
  return {
    ...opened,
    run: (actions: Action[], scope: Partial<Scope> = {}) => runActions(actions, scopeOf(scope), session),
    texts: () => store.get(noticesAtom).map(({ icon, text }) => `${icon} ${text}`),
    dialog: () => store.get(dialogAtom),
    answer: (accepted: boolean) => store.set(answerDialogAtom, accepted),
  };
}

describe('a list of actions', () => {
  test('goes on while all is well, and hands the last answer to the block', async () => {
    const { run, texts, log } = open();
    reply = () => envelope({ ids: [41] }, 201);
    const outcome = await run(
      [
        { call: 'order.create', body: { ids: '$event.ids', remark: '$form.remark' }, as: 'made' },
        { toast: '订单 {$data.made.ids.0} 已提交' },
        { go: '/cart/step3/{$data.made.ids.0}' },
      ],
      { event: { ids: [1, 2] }, form: { remark: '快' } },
    );
    expect(outcome).toEqual({ ok: true, data: { ids: [41] } });
    expect(decodeURIComponent(server.seen[0]?.body ?? '')).toBe('ids[0]=1&ids[1]=2&remark=快');
    expect(texts()).toEqual(['success 订单 41 已提交']);
    expect(log).toEqual(['go /cart/step3/41']);
  });

  test('stops at the first refusal, with the fields of a 422 for the form', async () => {
    reply = () =>
      envelope({ errors: { address_id: ['请选择收货地址'], remark: ['太长'] } }, 422, '请选择收货地址');
    const { run, texts, log } = open();
    const outcome = await run([{ call: 'order.create', body: '$form' }, { toast: '好了' }, { go: '/' }], {
      form: { a: 1 },
    });
    expect(outcome).toEqual({
      ok: false,
      code: 422,
      message: '请选择收货地址',
      errors: { address_id: ['请选择收货地址'], remark: ['太长'] },
    });
    expect(texts()).toEqual(['error 请选择收货地址']);
    expect(log).toEqual([]);
  });

  test.each([
    [404, 2],
    [409, 2],
    [422, 1],
    [500, 1],
    // No status says what a word means.
    ['INSUFFICIENT_STOCK', 2],
  ])('after a write refused with %s the data was requested %i times', async (code, times) => {
    const { run, session } = open();
    session.show(location('/cart'), [
      { id: 'page:cart', entries: { cart: { call: 'cart.list', after: [] } } },
    ]);
    await until(() => server.seen.length === 1);
    reply = ({ method }) => (method === 'POST' ? { ...envelope(null), code } : envelope({}));
    await run([{ call: 'cart.add', body: { params: [] }, silent: true }]);
    expect(server.paths().filter((path) => path.startsWith('/api/cart/list'))).toHaveLength(times);
  });

  test('a whole form may be the body', async () => {
    const { run } = open();
    await run([{ call: 'order.create', body: '$form' }], { form: { a: '1', b: ['x'] } });
    expect(decodeURIComponent(server.seen[0]?.body ?? '')).toBe('a=1&b[0]=x');
  });

  test('branches by a condition, to any depth', async () => {
    const { run, log } = open();
    const actions: Action[] = parse(`
      - when: $event.a
        then:
          - when: $event.b
            then: [{ go: /both }]
            else: [{ go: /a }]
        else: [{ go: /none }]
      - { when: false, then: [{ go: /never }] }`);
    await run(actions, { event: { a: 1, b: 0 } });
    await run(actions, { event: { a: 1, b: 1 } });
    await run(actions, { event: { a: 0 } });
    expect(log).toEqual(['go /a', 'go /both', 'go /none']);
  });

  test('whose question was taken back goes no further', async () => {
    const { session, log, dialog } = open();
    const asking = new AbortController();
    const actions: Action[] = [{ confirm: '还要离开吗?' }, { go: '/left' }];
    const outcome = runActions(actions, scopeOf({}), session, undefined, asking.signal);
    expect(dialog()?.message).toBe('还要离开吗?');
    asking.abort();
    expect((await outcome).ok).toBe(false);
    expect([dialog(), log]).toEqual([null, []]);
  });

  test('shows a dialog where declared, and does nothing more when declined', async () => {
    const { run, dialog, answer, log } = open();
    const actions: Action[] = [{ confirm: '确定删除这件商品吗?' }, { go: '/deleted' }];
    const declined = run(actions);
    expect(dialog()).toMatchObject({
      title: '温馨提示',
      message: '确定删除这件商品吗?',
      accept: '确定',
      cancel: '取消',
    });
    answer(false);
    expect(await declined).toEqual({ ok: false, code: -1, message: '' });
    const accepted = run([{ confirm: '删除?', accept: '删除', cancel: '留下' }, { go: '/deleted' }]);
    expect(dialog()).toMatchObject({ accept: '删除', cancel: '留下' });
    answer(true);
    expect(await accepted).toEqual({ ok: true });
    expect(log).toEqual(['go /deleted']);
  });

  test('opens, closes and changes the query', async () => {
    const { run, store, log, session } = open();
    await run([{ open: 'share' }, { query: { page: '$event.page', sort: null } }], { event: { page: 2 } });
    expect(store.get(openAtom('share'))).toBe(true);
    expect(log).toEqual(['query {"page":2,"sort":null}']);
    await run([{ close: 'share' }, { open: 'other' }]);
    expect([store.get(openAtom('share')), store.get(openAtom('other'))]).toEqual([false, true]);
    session.show(location('/elsewhere'), []);
    expect(store.get(openAtom('other'))).toBe(false);
  });

  test('hands something to what it opens, for as long as that is open', async () => {
    const { run, store } = open();
    await run([{ open: 'edit', with: '$event.row' }], { event: { row: { id: 7 } } });
    expect(store.get(itemAtom('edit'))).toEqual({ id: 7 });
    await run([{ open: 'edit' }]);
    expect(store.get(itemAtom('edit'))).toBeUndefined();
    await run([{ open: 'edit', with: { id: '$event.id' } }, { close: 'edit' }], { event: { id: 8 } });
    expect([store.get(openAtom('edit')), store.get(itemAtom('edit'))]).toEqual([false, undefined]);
  });
});

describe('going somewhere', () => {
  test.each<[string, Action, Partial<Scope>, string[]]>([
    ['a page', { go: '/list?select=3' }, {}, ['go /list?select=3']],
    ['without a trace', { go: '/list', replace: true }, {}, ['replace /list']],
    ['back', { go: 'back' }, {}, ['back']],
    ['starting anew', { go: '/', reload: true }, {}, ['load /']],
    [
      'another site that the config names',
      { go: 'https://pay.example/x' },
      {},
      ['load https://pay.example/x'],
    ],
    [
      'one that the server names',
      { go: '$data.pay.url' },
      { data: { pay: { url: 'https://pay.example/y' } } },
      ['load https://pay.example/y'],
    ],
    [
      'a page that the address names',
      { go: '$query.from' },
      { query: { from: '/cart?x=1' } },
      ['go /cart?x=1'],
    ],
    [
      'home, when the address names another site',
      { go: '$query.from' },
      { query: { from: 'https://evil.example' } },
      ['go /'],
    ],
    ['home, when it hides one', { go: '$query.from' }, { query: { from: '/\\evil.example/x' } }, ['go /']],
    [
      'home, when it hides one behind a tab',
      { go: '{$query.from}' },
      { query: { from: '/\t/evil.example/x' } },
      ['go /'],
    ],
    [
      'home, when it names a script',
      { go: '$query.from' },
      { query: { from: 'javascript:alert(1)' } },
      ['go /'],
    ],
    ['home, when it names nothing', { go: '$query.from', reload: true }, {}, ['load /']],
    [
      'home, when a host is put together',
      { go: 'https://pay{$query.x}' },
      { query: { x: '.evil.example/' } },
      ['go /'],
    ],
    ['no script, even from the server', { go: '$data.url' }, { data: { url: 'javascript:alert(1)' } }, []],
  ])('%s', async (_, action, scope, expected) => {
    const { run, log } = open();
    await run([action], scope);
    expect(log).toEqual(expected);
  });

  test('a link with no target says so (spec §8)', async () => {
    const { run, texts } = open();
    await run([{ go: '$item.url' }], { item: { url: '' } });
    await run([{ go: '$item.url' }], { item: { url: '#周年庆下周开始' } });
    expect(texts()).toEqual(['info 活动暂未开始', 'info 周年庆下周开始']);
  });
});

describe('after a call', () => {
  const add: Action = { call: 'cart.add', body: { params: [{ goods_id: 1, number: 3 }] } };

  test('adding to the cart shows the server message, with a warning icon if it is not a success', async () => {
    const { run, texts, dialog } = open();
    reply = () => envelope({ ids: [1] }, 200, '已加入购物车');
    await run([add]);
    reply = () => envelope(null, 409, '库存不足');
    expect(await run([add])).toMatchObject({ ok: false, code: 409, message: '库存不足' });
    expect(texts()).toEqual(['success 已加入购物车', 'warning 库存不足']);
    expect(dialog()).toBeNull();
  });

  test('what it changed is renewed on the whole screen before the block gets the outcome', async () => {
    let total = 1;
    reply = async ({ path }) => {
      if (path === '/api/cart') {
        total += 1;
        return envelope(null, 200, '已加入');
      }
      await pause(20);
      return envelope({ total });
    };
    const { session, store, run } = open();
    const entries = { cart: { call: 'cart.total', after: [] } };
    const header = session.show(location('/'), [{ id: 'shell:header', entries }]).get('shell:header');
    if (!header) throw new Error('not shown');
    await session.settled();
    await run([add]);
    expect(store.get(header.scope).data).toEqual({ cart: { total: 2 } });
  });

  test('refresh renews data by name', async () => {
    const { session } = open();
    const entries = { goods: { call: 'goods.list', after: [] }, cart: { call: 'cart.total', after: [] } };
    const ownerData = session.show(location('/'), [{ id: 'page', entries }]).get('page');
    await session.settled();
    await runActions([{ refresh: ['goods'] }], scopeOf(), session, ownerData);
    expect(server.paths().sort()).toEqual(['/api/cart/total', '/api/goods/list', '/api/goods/list']);
  });

  test('an answer that is kept under a name is there for the blocks of its owner; data entries stay as they are', async () => {
    const { session, store } = open();
    const entries = { goods: { call: 'goods.list', after: [] } };
    const ownerData = session.show(location('/'), [{ id: 'page', entries }]).get('page');
    if (!ownerData) throw new Error('not shown');
    await session.settled();
    await runActions(
      [
        { call: 'cart.total', as: 'found' },
        { call: 'cart.total', as: 'goods' },
      ],
      scopeOf(),
      session,
      ownerData,
    );
    expect(store.get(ownerData.scope).data).toEqual({
      found: { path: '/api/cart/total' },
      goods: { path: '/api/goods/list' },
    });
  });

  test('busy counts the calls under way', async () => {
    const held = Promise.withResolvers<void>();
    reply = async () => {
      await held.promise;
      return envelope(null);
    };
    const { run, store } = open();
    const both = Promise.all([run([add]), run([{ call: 'order.create' }])]);
    await until(() => server.seen.length === 2);
    expect(store.get(busyAtom)).toBe(2);
    held.resolve();
    await both;
    expect(store.get(busyAtom)).toBe(0);
  });
});

describe('failures (spec §8)', () => {
  const act: Action = { call: 'order.create', body: { a: 1 } };

  test.each([401, 10001])('%i leads to the login page and back later, without words', async (code) => {
    reply = () => envelope(null, code, '请登录');
    const { run, session, log, texts, dialog } = open();
    session.show(location('/cart?page=2'), []);
    await Promise.all([run([act]), run([{ call: 'cart.checkout' }])]);
    expect(log).toEqual(['go /login?from=%2Fcart%3Fpage%3D2']);
    expect([texts(), dialog()]).toEqual([[], null]);
  });

  test('on the login page itself it speaks', async () => {
    reply = () => envelope(null, 401, '用户名或密码不正确');
    const { run, session, log, dialog } = open();
    session.show(location('/login?from=%2Fcart'), []);
    await run([act]);
    expect(log).toEqual([]);
    expect(dialog()).toMatchObject({ title: '温馨提示', message: '用户名或密码不正确', cancel: null });
  });

  test('other codes below 500 are an alert titled 温馨提示', async () => {
    reply = () => envelope(null, 403, '认证后可用');
    const { run, dialog } = open();
    await run([act]);
    expect(dialog()).toMatchObject({
      title: '温馨提示',
      message: '认证后可用',
      accept: '确定',
      cancel: null,
    });
  });

  test('459 shows the message', async () => {
    reply = () => envelope(null, 459, '请先签署电子合同');
    const { run, dialog } = open();
    await run([act]);
    expect(dialog()?.message).toBe('请先签署电子合同');
  });

  test('500 to 599 never show what the server said', async () => {
    reply = () => envelope(null, 503, 'ECONNREFUSED 10.0.0.3');
    const { run, texts } = open();
    expect(await run([act])).toMatchObject({ code: 503, message: '系统繁忙，请稍候再试.' });
    expect(texts()).toEqual(['error 系统繁忙，请稍候再试.']);
  });

  test('a timeout offers to reload', async () => {
    reply = () => undefined;
    const { session } = open();
    const site = { ...session.site, api: { ...session.site.api, timeout: 30 } };
    const impatient = open({ site });
    expect(await impatient.run([act])).toMatchObject({ code: 0, message: '请求超时，请刷新页面' });
    expect(impatient.dialog()).toMatchObject({
      message: '请求超时，请刷新页面',
      accept: '刷新',
      cancel: '关闭',
    });
  });

  test('the button of an alert does what it says', async () => {
    const settings = {
      errors: {
        success: [200],
        rules: [{ on: [400], show: 'alert', button: { text: '刷新', reload: true } }],
      },
    };
    reply = () => envelope(null, 400, '旧了');
    const { run, answer, log } = open(settings as Partial<SessionSettings>);
    await run([act]);
    answer(true);
    await until(() => log.length === 1);
    expect(log).toEqual(['reload']);
  });

  test('a network that is down and an answer that is none have their own words', async () => {
    const { run, texts } = open();
    reply = (_, response) => void response.destroy();
    await run([act]);
    reply = (_, response) => void response.end('<html>');
    await run([act]);
    expect(texts()).toEqual([
      'error 网络连接失败，请检查网络后重试',
      'error 服务器的回答无法识别，请稍候再试',
    ]);
  });

  test('a silent action of a reader whose session has ended leads to the login, and back', async () => {
    const { session, run, texts, log } = open();
    reply = () => envelope({ show: true, role: 'member' });
    await session.identify();
    reply = () => envelope(null, 401, '请先登录');
    expect(await run([{ call: 'order.create', body: {}, silent: true }])).toMatchObject({ code: 401 });
    await until(() => log.length > 0);
    expect(log).toEqual(['go /login?from=%2F']);
    expect(texts()).toEqual([]);
  });

  test('silent calls and silent actions show nothing and lead nowhere', async () => {
    reply = () => envelope(null, 401, '请登录');
    const { run, texts, log, dialog } = open();
    expect(await run([{ ...act, silent: true }])).toMatchObject({ ok: false, code: 401 });
    await run([{ call: 'goods.list' }]);
    expect([texts(), log, dialog()]).toEqual([[], [], null]);
  });

  test('an alert that already stands there is not doubled, others wait their turn', async () => {
    const { run, dialog, answer } = open();
    reply = () => envelope(null, 400, '一');
    await Promise.all([run([act]), run([{ call: 'cart.checkout' }])]);
    reply = () => envelope(null, 400, '二');
    await run([act]);
    expect(dialog()?.message).toBe('一');
    answer(true);
    expect(dialog()?.message).toBe('二');
    answer(true);
    expect(dialog()).toBeNull();
  });

  test('a call that a repeat replaced says nothing at all', async () => {
    reply = async () => {
      await pause(20);
      return envelope(null);
    };
    const { run, texts, dialog } = open();
    const [first, second] = await Promise.all([run([act]), run([act])]);
    expect([first.ok, second.ok]).toEqual([false, true]);
    expect(first).toMatchObject({ message: '' });
    expect([texts(), dialog()]).toEqual([[], null]);
  });
});
