import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '#engine/cli/vite-plugin/compile-ahead.ts';

const MODULES: Readonly<Record<string, string>> = {
  'entry-client': "import('later').then(({ say }) => say());",
  later: "import './later.css'; export const say = () => console.log('later');",
  './later.css': 'p { color: red }',
};

const modules: Plugin = {
  name: 'modules',
  enforce: 'pre',
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  load: (id) => MODULES[id.slice(1)],
};

test('what every page loads first is compiled while it arrives, and nothing else', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [modules, compileAhead()],
    build: { write: false, rolldownOptions: { input: { 'entry-client': 'entry-client' } } },
  })) as Rolldown.RolldownOutput;
  const firstLines = built.output.flatMap((file) =>
    file.type === 'chunk' ? [[file.name, file.code.split('\n')[0]?.slice(0, 28)] as const] : [],
  );
  const { 'entry-client': first, ...others } = Object.fromEntries(firstLines);
  expect(first).toBe('//# allFunctionsCalledOnLoad');
  expect(Object.keys(others)).toHaveLength(1);
  expect(Object.values(others)).not.toContain('//# allFunctionsCalledOnLoad');
});
