import { readTree } from '#engine/cli/files.ts';
import { Emitter } from '#engine/compiler/emit/registry.ts';
import { gatherProject } from '#engine/compiler/project/project.ts';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { Registry } from '#generated/schemas.ts';
import { bindShopPages } from './pages.ts';

let emitted: Promise<Registry> | undefined;

/** The shop's own calls, site and slots as the compiler emits them; pages are left out, and nothing is checked. */
export function shopRegistry(): Promise<Registry> {
  emitted ??= emitShop();
  return emitted;
}

async function emitShop(): Promise<Registry> {
  await bindShopPages();
  const schemas = await readTree('schemas', ['.json']);
  const texts = [...(await readTree('config', ['.yaml']))].filter(
    ([path]) => !/^config\/(pages|shell)\//.test(path),
  );
  const files = texts.flatMap(([path, text]) => {
    const kind = fileKind(path);
    return kind === undefined ? [] : [{ kind, yaml: new YamlFile(path, text) }];
  });
  return new Emitter(gatherProject(files, readSchemas(schemas))).emit(files) as Registry;
}
