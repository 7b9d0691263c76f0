import type { YamlFile } from '../source/yaml-file.ts';
import type { FileKind } from './file-kind.ts';

/** One file of the config, read. */
export interface ConfigFile {
  kind: FileKind;
  yaml: YamlFile;
}
