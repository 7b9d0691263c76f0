import type { Plugin } from 'vite';
import { studio } from '#engine/studio/server/plugin.ts';
import { languageFor } from '../language.ts';
import { readName } from '../new/names.ts';
import { prepareScaffold } from '../new/prepare-scaffold.ts';
import { readKinds } from '../new/templates.ts';
import { loadProject, readProject } from '../project/load-project.ts';
import { handOverOf } from './hand-over-of.ts';

/** The studio over the config in this folder, with the scaffolds of `new` that make pages. */
export const studioOf = (configDir: string): Plugin =>
  studio({
    configDir,
    handOver: handOverOf(configDir),
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
  });
