import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '#engine/compiler/checks/index.ts';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

/** Files of the folder that several checks share. */
const SHARED = new Set([
  'check.ts',
  'index.ts',
  'declared-once.ts',
  'link.ts',
  'unknown-name.ts',
  'yaml-fault.ts',
]);

describe('the checks', () => {
  it('are all listed, each in the file of its code', () => {
    const files = readdirSync('src/engine/compiler/checks').filter((file) => !SHARED.has(file));
    expect(CHECKS.map(({ meta }) => `${meta.code}.ts`).toSorted()).toEqual(files.toSorted());
  });

  it('explain themselves in both languages', () => {
    for (const { meta } of CHECKS) {
      for (const text of [meta.title, meta.description]) {
        expect(text.zh, meta.code).toMatch(/\p{Script=Han}/u);
        expect(text.en, meta.code).toMatch(/^[A-Z]/);
      }
    }
  });
});

const site = (checks: string) =>
  `title: 试店\nconstants: {}\nuser: { call: user.base }\nroles: { member: $user.show }\npages: { home: /, login: /login, notFound: /404, closed: /noActivity }\nchecks: ${checks}\n`;

describe('the severity of a check', () => {
  const bad = page('blocks: [{ block: sample-link, to: /nowhere }]');

  it('can be set in site.yaml', () => {
    const warned = checkProject({
      ...bad,
      'config/site.yaml': site('{ dead-link: warning, unused-call: off, missing-title: off }'),
    });
    expect(warned.offenses.map(({ code, severity }) => [code, severity])).toEqual([['dead-link', 'warning']]);
    expect(warned.registry).not.toBeNull();
    expectClean(
      checkProject({
        ...bad,
        'config/site.yaml': site('{ dead-link: off, unused-call: off, missing-title: off }'),
      }),
    );
  });

  it('cannot be turned down where the engine relies on it', () => {
    const checked = checkProject({ ...page('titel: x'), 'config/site.yaml': site('{ config-shape: off }') });
    expect(expectOffense(checked, 'config-shape', { at: 'titel', fix: 'title' }).severity).toBe('error');
  });

  it('belongs to a check that exists', () => {
    const checked = checkProject({ 'config/site.yaml': site('{ dead-lnk: off, unused-call: off }') });
    expectOffense(checked, 'unknown-check', { at: 'dead-lnk', fix: 'dead-link' });
  });
});

describe('a schedule', () => {
  const from = '2026-11-01T00:00:00+08:00';
  const until = '2026-11-12T00:00:00+08:00';

  it('ends after it begins', () => {
    expectOffense(
      checkProject(page(`schedule: { from: ${until}, until: ${from} }\nblocks: []`)),
      'schedule-order',
      { at: from },
    );
    expectClean(checkProject(page(`schedule: { from: ${from}, until: ${until} }\nblocks: []`)));
  });

  it('carries its time zone', () => {
    const checked = checkProject(page('schedule: { from: 2026-11-01 }\nblocks: []'));
    expectOffense(checked, 'config-shape', { at: '2026-11-01', message: /时区/ });
  });

  it('shares a moment with what is around it', () => {
    const block = (own: string) =>
      page(
        `schedule: { from: ${from}, until: ${until} }\nblocks: [{ block: text, text: 一, schedule: ${own} }]`,
      );
    expectOffense(checkProject(block('{ from: 2026-12-01T00:00:00+08:00 }')), 'schedule-conflict', {
      at: '{ from: 2026-12-01T00:00:00+08:00 }',
    });
    expectClean(checkProject(block('{ from: 2026-11-05T00:00:00+08:00 }')));
  });
});

describe('the shop', () => {
  it('needs its site', () => {
    const checked = checkProject({ 'config/site.yaml': '' });
    expect(checked.registry).toBeNull();
    expect(checked.offenses.find(({ severity }) => severity === 'error')?.code).toBe('config-shape');
  });

  it('says when a file stands where nothing reads it', () => {
    expectOffense(checkProject({ 'config/page/x.yaml': 'name: x' }), 'file-place', { at: 'n' });
    expectOffense(checkProject({ 'config/pages/x.yml': 'name: x' }), 'file-place', {
      at: 'n',
      hint: /\.yaml/,
    });
  });

  it('names slots and shells that exist', () => {
    const ads = { 'config/ads.yaml': 'top: { label: 顶部, width: 1200, height: 90 }\n' };
    expectOffense(checkProject(page('blocks: [{ block: sample-ads, slot: tpo }]')), 'unknown-slot', {
      at: 'tpo',
    });
    expectOffense(checkProject(ads), 'unused-slot', { at: 'top' });
    expectOffense(checkProject(page('meta: { header: header-logn }\nblocks: []')), 'unknown-shell', {
      at: 'header-logn',
    });
  });

  it('says which schema is broken', () => {
    expectOffense(checkProject({ 'schemas/blocks/broken.schema.json': '{ "title": ' }), 'schema-file', {
      at: '{',
    });
  });
});
