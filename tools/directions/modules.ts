/** How the modules of the server are named in their paths. */
const MODULE = /^src\/server\/modules\/([^/]+)\//;

/** `src/server/modules/cart/add.ts` -> `cart`; undefined for what is in no module. */
export const moduleOf = (file: string): string | undefined => MODULE.exec(file)?.[1];

const isDoor = (file: string, module: string) => file === `src/server/modules/${module}/index.ts`;

/** The modules in their order, as the list of them names them. */
export function readModuleOrder(list: string): string[] {
  const folders = new Map(
    [...list.matchAll(/import \{ (\w+) \} from '\.\/([\w-]+)\/index\.ts'/g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const [, names = ''] = /const MODULES[^=]*=\s*\[([^\]]*)\]/.exec(list) ?? [];
  return names.split(',').flatMap((name) => folders.get(name.trim()) ?? []);
}

/** Does an import enter a module of the server otherwise than through its door, from outside? */
export function isPastDoor(file: string, target: string): boolean {
  const other = moduleOf(target);
  return other !== undefined && other !== moduleOf(file) && !isDoor(target, other);
}

/** Why a file of the server may not import another; undefined when it may. */
export function forbiddenBetween(file: string, target: string, order: readonly string[]): string | undefined {
  const [own, other] = [moduleOf(file), moduleOf(target)];
  if (other === undefined || own === other) return undefined;
  if (file.startsWith('src/server/kernel/')) return 'the kernel may not import a module';
  if (isPastDoor(file, target)) return `only index.ts of the module ${other} may be imported`;
  if (own !== undefined && order.indexOf(other) > order.indexOf(own)) return `${own} stands before ${other}`;
  return undefined;
}
