import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';

it('shows in the README a page that checks without a word when it is pasted as it stands', async () => {
  const readme = await readFile('README.md', 'utf8');
  const example = /Save this as `(config\/[^`]+)`:\s+```yaml\n([\s\S]+?)```/.exec(readme);
  const [, path = '', yaml = ''] = example ?? [];
  const files = new Map([...(await loadProject('config')), [path, yaml]]);
  const { offenses, registry } = compile(files, { at: Math.floor(Date.now() / 1000) });
  expect(offenses.filter(({ file }) => file === path)).toEqual([]);
  expect(registry?.pages['hello']).toBeDefined();
});
