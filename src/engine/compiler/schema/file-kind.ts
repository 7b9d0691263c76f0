/** What a file under `config/` declares. */
export type FileKind = 'site' | 'errors' | 'ads' | 'api' | 'shell' | 'page';

const SINGLE: Record<string, FileKind> = {
  'config/site.yaml': 'site',
  'config/errors.yaml': 'errors',
  'config/ads.yaml': 'ads',
};

/** The kind of a file by its path (design §2); undefined for a path that the compiler does not read. */
export function fileKind(path: string): FileKind | undefined {
  // Most files by far are pages and schemas.
  if (!path.startsWith('config/')) return undefined;
  if (/^config\/pages\/.+\.yaml$/.test(path)) return 'page';
  if (Object.hasOwn(SINGLE, path)) return SINGLE[path];
  if (/^config\/api\/[^/]+\.yaml$/.test(path)) return 'api';
  return /^config\/shell\/[^/]+\.yaml$/.test(path) ? 'shell' : undefined;
}

/** `config/shell/side-nav.yaml` -> `side-nav`. */
export function shellName(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.yaml$/, '');
}
