import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asObject, isObject, textOf } from '#engine/compiler/json.ts';
import {
  type CommitRequest,
  HAND_OVER,
  type PictureFault,
  type PictureStep,
  type Pictures,
  type PicturesAnswer,
  type ReportAnswer,
  type TextsBefore,
} from '../hand-over.ts';
import { createBranch } from './branch.ts';
import type { ConfigFolder } from './config-folder.ts';

/** What the texts are compared with. */
export interface Comparison {
  /** In words: a branch, or the beginning of the session. */
  base: string;
  /** Null where there is no git. */
  fork: string | null;
  before: TextsBefore;
}

/** Pictures that cannot be taken. */
export class PicturesRefused extends Error {
  readonly reason: PictureFault;

  constructor(reason: PictureFault, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** What only the command line can make of two editions of a config. */
export interface HandOverTools {
  report: (comparison: Comparison) => Promise<ReportAnswer>;
  /** Takes pictures into a folder. Throws `PicturesRefused`. */
  pictures: (
    comparison: Comparison,
    folder: string,
    onStep: (step: PictureStep) => void,
  ) => Promise<Pictures>;
  /** Where pictures are kept until the process ends. */
  pictureFolder: () => Promise<string>;
}

/** What is sent back: a value as JSON, or a picture. */
export type HandOverAnswer = { status: number; value: unknown } | { picture: Buffer };

/** Name of a picture; no step up. */
const PICTURE = /^[\w-]+\.png$/;

const isVersion = (value: unknown): value is string | null => value === null || typeof value === 'string';

function readTexts(value: unknown): Record<string, string | null> | undefined {
  const entries = Object.entries(asObject(value));
  const good = entries.filter((entry): entry is [string, string | null] => isVersion(entry[1]));
  return isObject(value) && good.length === entries.length ? Object.fromEntries(good) : undefined;
}

function readCommit(body: unknown): CommitRequest | undefined {
  const { branch, message, files } = asObject(body);
  const read = readTexts(files);
  return read && { branch: textOf(branch), message: textOf(message), files: read };
}

/** The part of the interface by which changes are handed over; undefined for what is none of it. */
export function createHandOver(configDir: string, folder: ConfigFolder, tools: HandOverTools) {
  const branch = createBranch(configDir, folder);
  let pictures: PicturesAnswer = { state: 'none' };

  /** With the branch's base; without git with what the studio began with. */
  async function compared(body: unknown): Promise<Comparison> {
    const state = await branch.state();
    if (state.ok) return { base: state.base, fork: state.fork, before: state.before };
    return { base: '打开工作室时', fork: null, before: readTexts(asObject(body)['before']) ?? {} };
  }

  async function take(body: unknown): Promise<void> {
    try {
      const comparison = await compared(body);
      const onStep = (step: PictureStep) => {
        pictures = { state: 'running', step };
      };
      pictures = {
        state: 'done',
        ...(await tools.pictures(comparison, await tools.pictureFolder(), onStep)),
      };
    } catch (fault) {
      const reason = fault instanceof PicturesRefused ? fault.reason : 'failed';
      if (reason === 'failed') console.error(fault);
      pictures = {
        state: 'refused',
        reason,
        detail: fault instanceof Error ? fault.message : String(fault),
      };
    }
  }

  async function picture(name: string): Promise<HandOverAnswer> {
    if (!PICTURE.test(name)) return { status: 404, value: { reason: 'unknown' } };
    const bytes = await readFile(join(await tools.pictureFolder(), name)).catch(() => null);
    return bytes === null ? { status: 404, value: { reason: 'unknown' } } : { picture: bytes };
  }

  const get: Readonly<Record<string, () => Promise<unknown>>> = {
    [HAND_OVER.branch]: () => branch.state(),
    [HAND_OVER.pictures]: async () => pictures,
  };

  const post: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
    async [HAND_OVER.commit](body) {
      const wanted = readCommit(body);
      return wanted && branch.commit(wanted);
    },
    async [HAND_OVER.report](body) {
      return tools.report(await compared(body));
    },
    async [HAND_OVER.pictures](body) {
      if (pictures.state !== 'running') {
        pictures = { state: 'running', step: 'build-before' };
        void take(body);
      }
      return pictures;
    },
  };

  return {
    async get(path: string): Promise<HandOverAnswer | undefined> {
      const prefix = `${HAND_OVER.pictures}/`;
      if (path.startsWith(prefix)) return picture(path.slice(prefix.length));
      return Object.hasOwn(get, path) ? { status: 200, value: await get[path]?.() } : undefined;
    },
    async post(path: string, body: unknown): Promise<HandOverAnswer | undefined> {
      if (!Object.hasOwn(post, path)) return undefined;
      const value = await post[path]?.(body);
      return value === undefined ? { status: 400, value: { reason: 'unreadable' } } : { status: 200, value };
    },
  };
}
