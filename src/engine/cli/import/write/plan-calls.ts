import { asObject } from '#engine/compiler/json.ts';
import { endpointOf } from '#engine/compiler/schema/call.ts';
import { addressOf } from '../call/call-names.ts';
import type { TranslatedCall } from '../translate-document.ts';
import { ApiFile } from './api-file.ts';
import { callText } from './call-text.ts';
import { fingerprint } from './fingerprint.ts';
import type { Written } from './lock.ts';
import type { Outcome, Planned } from './outcome.ts';

/** The files below `config/api`, and where each call stands. */
export interface ApiFiles {
  files: Map<string, ApiFile>;
  fileOf: Map<string, string>;
  /** `GET /pets/{}` -> the call that is declared for it. */
  byEndpoint: Map<string, string>;
}

export function indexCalls(files: Map<string, ApiFile>): ApiFiles {
  const index: ApiFiles = { files, fileOf: new Map(), byEndpoint: new Map() };
  for (const [path, file] of files) {
    for (const { name, value } of file.calls) {
      const { method, path: address } = endpointOf(asObject(value));
      index.fileOf.set(name, path);
      index.byEndpoint.set(`${method} ${addressOf(address)}`, name);
    }
  }
  return index;
}

/** Characters of a file of calls; the compiler refuses one of 128 kB. */
const LARGEST = 100_000;

/** The words at the begin of a new file. */
export type FileHead = (path: string) => string;

/**
 * Decides for each call what becomes of it, and does so in the files.
 * @param locked what was written in the run before, by operation
 */
export function planCalls(
  calls: readonly TranslatedCall[],
  api: ApiFiles,
  locked: ReadonlyMap<string, Written>,
  head: FileHead,
): { planned: Planned[]; written: Map<string, Written> } {
  const written = new Map<string, Written>();
  const own = new Set<string>();
  const planned = calls.map(({ operation: { key, node, losses }, name, call }): Planned => {
    const hash = fingerprint({ ...call });
    const known = locked.get(key);
    const endpoint = endpointOf(call);
    const declared = api.byEndpoint.get(`${endpoint.method} ${addressOf(endpoint.path)}`);
    const file = api.fileOf.get(name);
    const entry = () => ({ name, text: callText(name, call), value: call });
    const holder = file === undefined ? undefined : api.files.get(file);
    const present = holder?.fingerprint(name);
    const settle = (outcome: Outcome, at = file ?? '', as = name): Planned => {
      if (outcome !== 'failed' && outcome !== 'taken') written.set(key, { name: as, hash });
      return { key, name: as, file: at, outcome };
    };
    if (present === hash) return settle('unchanged');
    if (known === undefined) {
      if (declared !== undefined && own.has(declared)) {
        losses.add('endpoint-twice', node, key);
        return settle('failed', '');
      }
      if (declared !== undefined) return settle('taken', api.fileOf.get(declared), declared);
      const added = entry();
      if (added.text.length > LARGEST) {
        losses.add('call-large', node, key);
        return settle('failed', '');
      }
      const target = fileFor(name, added.text.length, api, head);
      api.files.get(target)?.append(added);
      own.add(name);
      api.fileOf.set(name, target);
      api.byEndpoint.set(`${endpoint.method} ${addressOf(endpoint.path)}`, name);
      return settle('written', target);
    }
    if (holder === undefined || present === undefined) {
      const isRenamed = declared !== undefined && declared !== name;
      return isRenamed ? settle('edited', api.fileOf.get(declared), declared) : settle('deleted');
    }
    if (known.hash === hash) return settle('edited');
    if (present !== known.hash) return settle('conflict');
    holder.replace(entry());
    return settle('updated');
  });
  return { planned, written };
}

/** The file for a new call: that of its resource, or the next where it is full. */
function fileFor(name: string, size: number, { files }: ApiFiles, head: FileHead): string {
  const resource = name.split('.')[0] ?? name;
  for (let number = 1; ; number += 1) {
    const path = `config/api/${resource}${number === 1 ? '' : `-${number}`}.yaml`;
    const file = files.get(path);
    if (file === undefined) {
      files.set(path, ApiFile.withHead(head(path)));
      return path;
    }
    if (file.text.length + size <= LARGEST) return path;
  }
}
