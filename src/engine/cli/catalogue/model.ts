import { createCompiler } from '#engine/compiler/compile.ts';
import { gatherProject, type Project } from '#engine/compiler/project/project.ts';
import type { ConfigFile } from '#engine/compiler/schema/config-file.ts';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { gatherWords, type Words } from '../generate/editor/words.ts';
import { EXAMPLE_WORDS } from './example-words.ts';
import { type Example, exampleProject } from './examples.ts';
import { withFaces } from './faces.ts';
import { type CatalogueWords, wordsOf } from './words.tsx';

/** What the catalogue shows: everything read from the project's files, nothing written for it. */
export interface Model {
  files: ReadonlyMap<string, string>;
  project: Project;
  /** Everything that config files name each other by. */
  vocabulary: Words;
  words: CatalogueWords;
  examples: readonly Example[];
  /** Null when the examples do not pass the checks. */
  registry: Registry | null;
}

export function createModel(files: ReadonlyMap<string, string>): Model {
  const configs: ConfigFile[] = [...files].flatMap(([path, text]) => {
    const kind = fileKind(path);
    return kind === undefined ? [] : [{ kind, yaml: new YamlFile(path, text) }];
  });
  const project = gatherProject(configs, readSchemas(files));
  const words = wordsOf(files);
  const { files: shown, examples } = exampleProject(files);
  const { registry } = createCompiler()(shown);
  return {
    files,
    project,
    vocabulary: gatherWords(project, configs),
    words,
    examples,
    registry: registry && withFaces(registry, examples, EXAMPLE_WORDS[words.lang]),
  };
}
