import { compile } from '#compiler/compile.ts';
import type { Registry } from '#generated/schemas.ts';
import { readTree } from '#tools/files.ts';

let compiled: Promise<Registry> | undefined;

/** The shop's own config, compiled, without its pages: the API does not know them. */
export function shopRegistry(): Promise<Registry> {
  compiled ??= readShop();
  return compiled;
}

async function readShop(): Promise<Registry> {
  const config = await readTree('config', ['.yaml']);
  const schemas = await readTree('schemas', ['.json']);
  const files = [...config, ...schemas].filter(([path]) => !/^config\/(pages|shell)\//.test(path));
  const texts = files.map(([path, text]): [string, string] => [
    path,
    text.replace('checks: {}', 'checks: { dead-link: off }'),
  ]);
  const { registry, offenses } = compile(new Map(texts));
  if (registry) return registry;
  const first = offenses.find(({ severity }) => severity === 'error');
  throw new Error(`the shop's config does not compile: ${first?.file}:${first?.line} ${first?.message.en}`);
}
