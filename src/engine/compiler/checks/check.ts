import type { PageWeight } from '../budget/weight.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { Finding } from '../finding.ts';
import type { Routes } from '../graph/routes.ts';
import type { Severity, Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { SchemaFault } from '../schema/library.ts';
import type { Visitor } from '../walk/nodes.ts';

/** What the reports, `site.yaml` and the documentation know a check by. */
export interface CheckMeta {
  /** Permanent; never reused for something else. */
  code: string;
  /** Unless `site.yaml` says otherwise. */
  severity: Severity;
  /** Emitting relies on it: `site.yaml` cannot turn it down. */
  essential?: boolean;
  title: Text;
  /** Why it matters, for the generated documentation. */
  description: Text;
  /** What it finds, and how that is written instead; a test holds both to it. Absent where no text can show it. */
  example?: CheckExample;
}

/** YAML of a page below its name and path, or of the file that is named. */
export interface CheckExample {
  file?: string;
  /** Where the good one belongs, when the place itself is what was wrong. */
  goodFile?: string;
  /** Path -> text of what must stand beside it. */
  beside?: Readonly<Record<string, string>>;
  bad: string;
  good: string;
}

export interface FileContext extends ConfigFile {
  project: Project;
  report: (finding: Finding) => void;
}

/** What the files say together: asked once, after all of them. */
export interface WholeContext {
  project: Project;
  files: readonly ConfigFile[];
  /** What each file has noted, in the order of `files`. */
  facts: readonly FileFacts[];
  routes: Routes;
  /** Paths under `config/` that are none of the places the shop reads. */
  strays: readonly string[];
  schemaFaults: readonly SchemaFault[];
  /** Files that could not be read, and why. */
  unread: ReadonlyMap<string, Text>;
  /** Page name -> what it costs as built; empty where nothing was built. */
  weights: ReadonlyMap<string, PageWeight>;
  /** Codes of all checks. */
  codes: readonly string[];
  /** A file that is not parsed (or does not exist) is reported at its beginning. */
  report: (file: string, finding: Finding) => void;
}

/** The files together, seen from a moment on. */
export interface TimeContext extends WholeContext {
  /** ms since 1970. What lies before it is past, and no longer matters. */
  at: number;
}

/**
 * A check is one file that exports this. A file check sees one file and what the others declare, so that its findings
 * can be kept until either changes; a whole check compares files with each other; a time check looks from a moment on
 * at all that opens and closes, and runs only where that moment is given.
 */
export type Check =
  | { meta: CheckMeta; scope: 'file'; create: (context: FileContext) => Visitor }
  | { meta: CheckMeta; scope: 'whole'; run: (context: WholeContext) => void }
  | { meta: CheckMeta; scope: 'time'; run: (context: TimeContext) => void };
