import type { Plugin } from 'vite';
import type { Compile } from '#engine/compiler/compile.ts';
import { createFixtures } from '#engine/host/fixtures/fixtures.ts';
import type { StudioKind } from '#engine/studio/protocol.ts';
import { studio } from '#engine/studio/server/plugin.ts';
import { fixturesFor } from '../fixtures/fixtures.ts';
import { languageFor } from '../language.ts';
import { isPlain, readName } from '../new/names.ts';
import { prepareScaffold } from '../new/prepare-scaffold.ts';
import { isDated, readKinds } from '../new/templates.ts';
import { loadProject, readProject } from '../project/load-project.ts';
import { handOverOf } from './hand-over-of.ts';

/** A moment as a config has it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** What answers a call where no API does: made anew with the config, which the next call may find changed. */
async function samplesOf(compile: Compile, configDir: string) {
  const { files, unread } = await readProject(configDir);
  const { registry } = compile(files, { unread });
  if (registry === null) return undefined;
  const now = () => Math.floor(Date.now() / 1000);
  return createFixtures({ registry, now, ...(await fixturesFor(registry, 'usual')) });
}

/** The studio over the config in this folder, with the scaffolds of `new` that make pages. */
export function studioOf(configDir: string, compile: Compile): Plugin {
  return studio({
    configDir,
    compile,
    handOver: handOverOf(configDir),
    read: () => readProject(configDir),
    async kinds() {
      const lang = languageFor(await loadProject(configDir));
      const kinds = Object.entries(await readKinds(lang)).filter(([name]) => name !== 'block');
      return Promise.all(
        kinds.map(async ([name, kind]): Promise<StudioKind> => {
          const { label = kind.title, hint = '', fields = {} } = kind;
          const entered = Object.entries(fields).map(([field, { hint: help = '', ...rest }]) => ({
            name: field,
            hint: help,
            ...rest,
          }));
          return { name, label, hint, isDated: await isDated(kind, lang), fields: entered };
        }),
      );
    },
    async scaffold({ kind, name, title, from, until, values }) {
      const names = readName(name);
      const before = await loadProject(configDir);
      const said = languageFor(before);
      const kinds = await readKinds(said);
      if (kind === 'block' || !Object.hasOwn(kinds, kind)) return { fault: 'kind' };
      if (names === undefined) return { fault: 'name' };
      if (title !== '' && !isPlain(title)) return { fault: 'title' };
      if (![from, until].every((one) => one === undefined || MOMENT.test(one))) return { fault: 'moment' };
      if (!Object.values(values).every(isPlain)) return { fault: 'value' };
      const requested = { names, title: title || undefined, values, from, until, said };
      const { written } = await prepareScaffold(before, kind, requested);
      return { files: Object.fromEntries(written) };
    },
    async sample(request) {
      const fixtures = await samplesOf(compile, configDir);
      return fixtures?.answer(request) ?? null;
    },
  });
}
