import { describe, expect, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

const link = (to: string) => page(`blocks: [{ block: sample-link, to: ${to} }]`);

describe('a link', () => {
  it('leads to a page, by path or alias, whatever its parameters', () => {
    for (const to of [
      '/',
      '/goods/7',
      "'/item/{$query.id}?from=x#top'",
      '/sample',
      'https://a.example/b',
      "'tel:400'",
      "'#未开始'",
      "''",
    ]) {
      expectClean(checkProject(link(to)));
    }
  });

  it('is refused when no page has its path', () => {
    const checked = checkProject(link('/logni'));
    expectOffense(checked, 'dead-link', { at: '/logni', hint: /\/login/, fix: '/login' });
    expectOffense(checkProject(link("'/good/{$query.id}'")), 'dead-link', { at: '/good/{$query.id}' });
  });

  it('is refused in a footer too, and in its groups', () => {
    const footer = (url: string) =>
      page(`blocks:
  - block: site-footer
    name: 一家店
    groups: [{ id: 1, name: 帮助, children: [{ id: 1, name: 登录, url: ${url} }] }]`);
    expectClean(checkProject(footer('/login')));
    expectOffense(checkProject(footer('/logni')), 'dead-link', { at: '/logni', fix: '/login' });
  });

  it('starts with a slash', () => {
    expectOffense(checkProject(link('goods/7')), 'odd-link', { at: 'goods/7', hint: /\/goods\/7/ });
  });

  it('runs no program and does not leave the site unseen', () => {
    for (const to of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      "'data:text/html,x'",
      "' javascript:x'",
      'vbscript:x',
    ]) {
      const checked = checkProject(link(to));
      expect(
        checked.offenses.map(({ code }) => code),
        to,
      ).toEqual(['unsafe-url']);
    }
    const text = checkProject(page('blocks: [{ block: text, text: "javascript:alert(1)" }]'));
    expectOffense(text, 'unsafe-url', { at: '"javascript:alert(1)"' });
  });

  it('is judged in actions, redirects, schedules and the site', () => {
    const go = 'blocks: [{ block: sample-form, fields: [], on: { submit: [{ go: /nowhere }] } }]';
    expectOffense(checkProject(page(go)), 'dead-link', { at: '/nowhere' });
    expectOffense(checkProject(page('redirect: /nowhere')), 'dead-link', { at: '/nowhere' });
    expectOffense(
      checkProject(page('schedule: { until: 2026-11-01T00:00:00+08:00, after: /nowhere }')),
      'dead-link',
      { at: '/nowhere' },
    );
    expectOffense(
      checkProject(page('schedule: { from: 2026-11-01T00:00:00+08:00, before: /nowhere }')),
      'dead-link',
      { at: '/nowhere' },
    );
    expectOffense(checkProject(page('redirect: { to: /nowhere, status: 301 }')), 'dead-link', {
      at: '/nowhere',
    });
    expectOffense(checkProject(page("redirect: { to: 'javascript:x' }")), 'unsafe-url', {
      at: "'javascript:x'",
    });
    expectOffense(
      checkProject({
        'config/errors.yaml': 'success: [200]\nrules: [{ on: [401], show: none, go: /nowhere }]',
      }),
      'dead-link',
      {
        at: '/nowhere',
      },
    );
    expectClean(checkProject(page(go.replace('/nowhere', 'back'))));
  });

  it('does not lead to a layout, which shows nothing of its own', () => {
    const layout = {
      'config/pages/wallet.yaml':
        'name: wallet\npath: /wallet\nchildren: [{ name: balance, path: /wallet/balance, blocks: [] }]',
    };
    expectOffense(checkProject({ ...layout, ...link('/wallet') }), 'dead-link', { at: '/wallet' });
    const redirecting = layout['config/pages/wallet.yaml'].replace(
      'children',
      'redirect: /wallet/balance\nchildren',
    );
    expectClean(checkProject({ 'config/pages/wallet.yaml': redirecting, ...link('/wallet') }));
  });
});

const other = (lines: string) => ({ 'config/pages/zother.yaml': `name: other\n${lines}\nblocks: []\n` });

describe('the paths of pages', () => {
  it('belong to one page each', () => {
    const checked = checkProject({ ...page('blocks: []'), ...other('path: /sample') });
    expectOffense(checked, 'duplicate-path', {
      at: '/sample',
      file: 'config/pages/zother.yaml',
      message: /config\/pages\/sample\.yaml:2/,
    });
    expectOffense(checked, 'duplicate-path', { at: '/sample', file: 'config/pages/sample.yaml' });
    expectOffense(
      checkProject({ ...page('blocks: []'), ...other('path: /other\nalias: [/sample]') }),
      'duplicate-path',
      { at: '/sample', file: 'config/pages/zother.yaml' },
    );
  });

  it('do not shadow each other', () => {
    expectOffense(checkProject(other('path: /goods/:name')), 'path-shadowed', {
      at: '/goods/:name',
      message: /\/goods\/:id/,
    });
    expectOffense(
      checkProject({ ...page('blocks: []'), ...other('path: /sample/:page?') }),
      'path-shadowed',
      { at: '/sample/:page?' },
    );
    expectClean(checkProject(other('path: /goods/new')));
  });

  it('have names of their own', () => {
    const checked = checkProject({
      ...page('blocks: []'),
      'config/pages/twin.yaml': 'name: sample\npath: /twin\nblocks: []\n',
    });
    expectOffense(checked, 'duplicate-name', { at: 'sample', file: 'config/pages/twin.yaml' });
  });

  it('do not redirect in cycles', () => {
    const a = 'name: sample\npath: /sample\nredirect: /other\n';
    const checked = checkProject({
      'config/pages/a.yaml': a,
      'config/pages/b.yaml': 'name: other\npath: /other\nredirect: /sample?x=1\n',
    });
    expectOffense(checked, 'redirect-loop', { at: '/other', message: /\/other → \/sample\?x=1/ });
    expectOffense(checkProject(page('redirect: /sample')), 'redirect-loop', { at: '/sample' });
  });

  it('overlap in part only with a word about it', () => {
    const checked = checkProject({
      'config/pages/a.yaml': 'name: a\npath: /z/:x/c\nblocks: []\n',
      'config/pages/b.yaml': 'name: b\npath: /z/b/:y\nblocks: []\n',
    });
    expectOffense(checked, 'path-overlap', { at: '/z/b/:y', message: /\/z\/b\/c 也匹配 \/z\/:x\/c/ });
  });

  it('redirect to where the reader ends up', () => {
    const checked = checkProject({
      'config/pages/a.yaml': 'name: a\npath: /a\nredirect: /b\n',
      'config/pages/b.yaml': 'name: b\npath: /b\nredirect: /login\n',
    });
    expectOffense(checked, 'redirect-chain', { at: '/b', fix: '/login' });
  });

  it('can be opened', () => {
    expectOffense(checkProject({ 'config/pages/a.yaml': 'name: lost\nblocks: []\n' }), 'unreachable-page', {
      at: 'lost',
    });
    const group = 'name: group\npath: /group\nchildren: [{ name: inner, path: /inner, blocks: [] }]\n';
    expectOffense(checkProject({ 'config/pages/a.yaml': group }), 'unreachable-page', { at: '/group' });
    expectClean(checkProject({ 'config/pages/a.yaml': group.replace('/inner', '/group') }));
  });
});
