import type { Plugin } from 'vite';
import { type Compile, createCompiler } from '#engine/compiler/compile.ts';
import { createFixtures } from '#engine/host/fixtures/fixtures.ts';
import { studio } from '#engine/studio/server/plugin.ts';
import { fixturesFor } from '../fixtures/fixtures.ts';
import { languageFor } from '../language.ts';
import { readName } from '../new/names.ts';
import { prepareScaffold } from '../new/prepare-scaffold.ts';
import { readKinds } from '../new/templates.ts';
import { loadProject, readProject } from '../project/load-project.ts';

/** What answers a call where no API does: made anew with the config, which the next call may find changed. */
async function samplesOf(compile: Compile, configDir: string) {
  const { files, unread } = await readProject(configDir);
  const { registry } = compile(files, { unread });
  if (registry === null) return undefined;
  const now = () => Math.floor(Date.now() / 1000);
  return createFixtures({ registry, now, ...(await fixturesFor(registry, 'usual')) });
}

/** The studio over the config in this folder, with the scaffolds of `new` that make pages. */
export function studioOf(configDir: string): Plugin {
  const compile = createCompiler();
  return studio({
    configDir,
    read: () => readProject(configDir),
    async kinds() {
      const kinds = await readKinds(languageFor(await loadProject(configDir)));
      return Object.keys(kinds).filter((kind) => kind !== 'block');
    },
    async scaffold({ kind, name, title }) {
      const names = readName(name);
      const before = await loadProject(configDir);
      const said = languageFor(before);
      const kinds = await readKinds(said);
      if (names === undefined || kind === 'block' || !Object.hasOwn(kinds, kind)) return null;
      return (await prepareScaffold(before, kind, { names, title: title || undefined, said })).written;
    },
    async sample(request) {
      const fixtures = await samplesOf(compile, configDir);
      return fixtures?.answer(request) ?? null;
    },
  });
}
