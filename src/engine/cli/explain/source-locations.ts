import { pagesIn } from '#engine/compiler/graph/pages.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { Source } from '#engine/generated/schemas.ts';

/** Finds the locations of data entries and slots in the config: the registry has those of pages and blocks only. */
export class SourceLocations {
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, YamlFile>();

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  /** The location of an entry under `data:`, of the page with this name or of a shell file. */
  data(file: string, page: string | undefined, entry: string): Source {
    const yaml = this.#file(file);
    return { file, line: yaml.line([...this.#pointer(yaml, page), 'data', entry]) };
  }

  /** The location of the `slot` of a block; `key` is the block's position in the page, such as `0.2`. */
  slot(file: string, page: string | undefined, key: string): Source {
    const yaml = this.#file(file);
    const steps = key.split('.').flatMap((index) => ['blocks', Number(index)]);
    return { file, line: yaml.line([...this.#pointer(yaml, page), ...steps, 'slot']) };
  }

  #pointer(yaml: YamlFile, page: string | undefined): Pointer {
    const pages = pagesIn({ kind: page === undefined ? 'shell' : 'page', yaml });
    return pages.find(({ name }) => name === page)?.pointer ?? [];
  }

  #file(path: string): YamlFile {
    const known = this.#read.get(path) ?? new YamlFile(path, this.#files.get(path) ?? '');
    this.#read.set(path, known);
    return known;
  }
}
