import { pagesIn } from '#compiler/project/pages.ts';
import { YamlFile } from '#compiler/source/yaml-file.ts';
import type { Source } from '#generated/schemas.ts';

/** Finds where data entries stand in the config: the registry keeps that for pages and blocks only. */
export class Places {
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, YamlFile>();

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  /** Of an entry under `data:` of the page with this name, or of a shell file. */
  data(file: string, page: string | undefined, entry: string): Source {
    const yaml = this.#file(file);
    const pages = pagesIn({ kind: page === undefined ? 'shell' : 'page', yaml });
    const pointer = pages.find(({ name }) => name === page)?.pointer ?? [];
    return { file, line: yaml.line([...pointer, 'data', entry]) };
  }

  #file(path: string): YamlFile {
    const known = this.#read.get(path) ?? new YamlFile(path, this.#files.get(path) ?? '');
    this.#read.set(path, known);
    return known;
  }
}
