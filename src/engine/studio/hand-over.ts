/** Paths of the hand-over below the interface of the studio. */
export const HAND_OVER = {
  branch: 'branch',
  commit: 'commit',
  report: 'report',
  pictures: 'pictures',
} as const;

/** Texts of files before they were changed: `config/...` -> text, null for a file that is new. */
export type TextsBefore = Readonly<Record<string, string | null>>;

/** Why there is no branch to compare with. */
export type NoBranch = 'no-git' | 'no-repository' | 'no-commit';

export interface Branch {
  /** What is checked out; null while no branch is. */
  name: string | null;
  /** What it is compared with: `origin/main`, `main`; `HEAD` in a repository that has no such branch. */
  base: string;
  /** The commit at which the branch went off from its base. */
  fork: string;
  /** Where a branch would be pushed to; null where there is no such place. */
  remote: string | null;
  /** The files that differ from the fork. */
  before: TextsBefore;
  /** Of these and others, those that are not committed: path -> version of what is on the disk, null for one that is gone. */
  uncommitted: Readonly<Record<string, string | null>>;
}

export type BranchAnswer = ({ ok: true } & Branch) | { ok: false; reason: NoBranch };

export interface CommitRequest {
  branch: string;
  message: string;
  /** As in `uncommitted`: a file that is another one by now is not committed. */
  files: Readonly<Record<string, string | null>>;
}

export type CommitFault =
  | NoBranch
  /** No branch is checked out. */
  | 'detached'
  /** Git does not know who commits. */
  | 'no-author'
  | 'branch-name'
  | 'branch-exists'
  | 'no-message'
  /** A file was changed since it was looked at. */
  | 'stale'
  | 'nothing'
  /** Git refuses for a reason of its own. */
  | 'git';

export type CommitAnswer =
  | { ok: true; branch: string; commit: string; remote: string | null }
  | { ok: false; reason: CommitFault; detail: string };

export type ReportAnswer = { ok: true; markdown: string } | { ok: false; text: string };

/** Widths in which pages are taken. */
export const PICTURE_WIDTHS = [1440, 375] as const;

/** A page with its pictures: width -> names of files; a side that could not be taken is left out. */
export interface PicturedPage {
  name: string;
  path: string;
  change: 'added' | 'changed' | 'removed';
  pictures: Readonly<Record<string, { before?: string; after?: string }>>;
}

export interface Pictures {
  pages: readonly PicturedPage[];
  /** Pages that the changes reach in all; only so many are taken. */
  reached: number;
}

/** What is being done, in the order in which it is. */
export const PICTURE_STEPS = ['build-before', 'shoot-before', 'build-after', 'shoot-after'] as const;
export type PictureStep = (typeof PICTURE_STEPS)[number];

export type PictureFault =
  /** There is no Chromium on this machine. */
  | 'no-chromium'
  /** One of the two has errors, so that it cannot be built. */
  | 'offenses'
  | 'failed';

export type PicturesAnswer =
  | { state: 'none' }
  | { state: 'running'; step: PictureStep }
  | ({ state: 'done' } & Pictures)
  | { state: 'refused'; reason: PictureFault; detail: string };
