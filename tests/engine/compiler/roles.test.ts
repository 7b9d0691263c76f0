import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compiler/compile.ts';
import { checkProject, expectClean, expectOffense, page, projectFiles } from './support/project.ts';

const SITE = projectFiles().get('config/site.yaml') ?? '';

/** The sample shop with other roles. */
const withRoles = (roles: string, rest = '') => ({
  'config/site.yaml': `${SITE.replace(/^roles:\n(?: .*\n)*/m, `roles: ${roles}\n`).replace(/^gated:.*\n/m, '')}${rest}`,
});

describe('the roles of a site', () => {
  it('may be whatever it declares, weakest first', () => {
    const roles = '{ member: $user.show, seller: { when: { eq: [$user.rank, gold] }, label: 卖家 } }';
    const { registry, offenses } = checkProject({
      ...page('access: seller\nblocks: []'),
      ...withRoles(roles),
    });
    expect(offenses).toEqual([]);
    expect(Object.keys(registry?.site.roles ?? {})).toEqual(['member', 'seller']);
    expect(registry?.site.roles['member']).toEqual({ when: '$user.show', notice: '', internal: false });
    expect(registry?.site.gated).toBe('member');
  });

  it('are named by pages and calls, with the nearest name where one is misspelt', () => {
    expectOffense(checkProject(page('access: aproved\nblocks: []')), 'unknown-role', {
      at: 'aproved',
      message: /没有名为 aproved 的角色/,
      hint: /approved/,
      fix: 'approved',
    });
    const call = { 'config/api/more.yaml': 'x.y: { get: /api/x, access: stafff }\n' };
    expectOffense(checkProject(call), 'unknown-role', { at: 'stafff', fix: 'staff' });
    expectOffense(checkProject(withRoles('{ member: $user.show }', 'gated: membr\n')), 'unknown-role', {
      at: 'membr',
      fix: 'member',
    });
  });

  it('follow from the answer of the user call', () => {
    expectOffense(checkProject(withRoles('{ member: $user.shw }')), 'reference-unknown', { at: 'shw' });
    expectOffense(checkProject(withRoles('{ member: { when: $query.member } }')), 'role-condition', {
      at: '$query.member',
    });
    expectOffense(checkProject(withRoles('{ member: { eq: [$user.role, membr] } }')), 'condition-type', {
      at: 'membr',
    });
  });

  it('have only the properties that a role may have', () => {
    expectOffense(checkProject(withRoles('{ member: { when: $user.show, pge: /login } }')), 'config-shape', {
      at: 'pge',
      fix: 'page',
    });
    expectOffense(checkProject(withRoles('{ member: { when: $user.show, page: /lgin } }')), 'dead-link', {
      at: '/lgin',
    });
  });

  it('decide who sees gated fields: the role that the mark names, or that of the site', () => {
    const price = page(`access: member
data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks: [{ block: text, text: '{$data.goods.price}' }]`);
    const roles = '{ member: $user.show, seller: { when: { eq: [$user.rank, gold] }, label: 卖家 } }';
    expectClean(checkProject({ ...price, ...withRoles(roles) }));
    expectOffense(checkProject({ ...price, ...withRoles(roles, 'gated: seller\n') }), 'gated-field', {
      at: '$data.goods.price',
      message: /只给卖家看/,
      hint: /access: seller/,
    });
  });
});

describe('the constants of a site', () => {
  const text = (value: string) => page(`blocks: [{ block: text, text: ${value} }]`);
  /** Compiles the sample shop as if it had no schemas of its own for the parts of site.yaml. */
  const withoutSchemas = (files: Record<string, string>) =>
    compile(new Map([...projectFiles(files)].filter(([path]) => !path.startsWith('schemas/site/'))));

  it('are held against the schema of the shop', () => {
    const site = SITE.replace('constants: {}', 'constants: { badgMax: 9 }');
    expectOffense(checkProject({ 'config/site.yaml': site }), 'config-shape', {
      at: 'badgMax',
      fix: 'badgeMax',
    });
    const deep = SITE.replace('constants: {}', 'constants: { trade: { pageSiz: 9 } }');
    expectOffense(checkProject({ 'config/site.yaml': deep }), 'config-shape', {
      at: 'pageSiz',
      fix: 'pageSize',
    });
    expectOffense(checkProject(text("'{$site.constants.trade.pageSiz}'")), 'reference-unknown', {
      at: 'pageSiz',
      fix: 'pageSize',
    });
  });

  it('are what they are written as where the shop has no schema for them', () => {
    const site = SITE.replace('constants: {}', 'constants: { rows: 3, names: [a] }\nremember: { word: x }');
    const compiled = (files: Record<string, string>) =>
      withoutSchemas({ ...files, 'config/site.yaml': site }).offenses;
    const good = "blocks: [{ block: text, text: '{$site.constants.rows} {$site.remember.word}' }]";
    expect(compiled(page(`remember: { word: $query.w }\n${good}`)).map(({ code }) => code)).toEqual([]);
    const bad = compiled(
      page("remember: { wrd: x }\nblocks: [{ block: text, text: '{$site.constants.rws}' }]"),
    );
    expect(bad.map(({ code, fix }) => [code, fix?.text])).toEqual([
      ['remember-type', 'word'],
      ['reference-unknown', 'rows'],
    ]);
  });
});
