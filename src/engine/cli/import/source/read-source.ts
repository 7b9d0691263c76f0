import { readFile, stat } from 'node:fs/promises';
import { CommandError } from '../../arguments.ts';

/** Bytes of a document. */
const LARGEST = 64 * 1024 * 1024;

/** ms until a server must have begun to answer, and then between two parts of its answer. */
const PATIENCE = 30_000;

export const isUrl = (from: string): boolean => /^https?:\/\//i.test(from);

/** The text of a document. Throws a `CommandError` that says why there is none. */
export async function readSource(from: string): Promise<string> {
  const bytes = isUrl(from) ? await download(from) : await readLocal(from);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${from} 不是 UTF-8 的文字 / is no text in UTF-8`);
  }
}

const tooLarge = (from: string) =>
  new CommandError(
    `${from} 超过 ${LARGEST / 1024 / 1024} MB 的上限 / is larger than the ${LARGEST / 1024 / 1024} MB allowed`,
  );

async function readLocal(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST) throw tooLarge(path);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`读不到 ${path} / cannot read ${path} (${reasonOf(error)})`);
  }
}

async function download(url: string): Promise<Uint8Array> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' };
    const response = await fetch(url, { headers, signal: stop.signal });
    if (!response.ok)
      throw new CommandError(`${url} 回答了 ${response.status} / answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      timer.refresh();
      size += part.length;
      if (size > LARGEST) throw tooLarge(url);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`连不上 ${url} / cannot reach ${url} (${reasonOf(error)})`);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** `ENOENT`, `ECONNREFUSED`, or what else the error says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError') return `${PATIENCE / 1000} s`;
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
