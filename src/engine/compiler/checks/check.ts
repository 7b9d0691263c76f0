import type { PageWeight } from '../budget/weight.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { Finding } from '../finding.ts';
import type { Routes } from '../graph/routes.ts';
import type { Severity, Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { SchemaFault } from '../schema/library.ts';
import type { Visitor } from '../walk/nodes.ts';

/** The metadata of a check for reports, `site.yaml` and the documentation. */
export interface CheckMeta {
  /** Permanent; never reused for something else. */
  code: string;
  /** Unless `site.yaml` says otherwise. */
  severity: Severity;
  /** The emitter relies on it: `site.yaml` cannot lower its severity. */
  essential?: boolean;
  title: Text;
  /** Why it matters, for the generated documentation. */
  description: Text;
  /** A text with the offense and the corrected text, both verified by a test. Omitted where no text can show it. */
  example?: CheckExample;
}

/** YAML of a page below its name and path, or of the file that is named. */
export interface CheckExample {
  file?: string;
  /** The path of the good file, where the path is what was wrong. */
  goodFile?: string;
  /** Path -> text of further files that the example needs. */
  beside?: Readonly<Record<string, string>>;
  bad: string;
  good: string;
}

export interface FileContext extends ConfigFile {
  project: Project;
  report: (finding: Finding) => void;
}

/** The context of a check across files, which runs once after all of them. */
export interface WholeContext {
  project: Project;
  files: readonly ConfigFile[];
  /** The facts of each file, in the order of `files`. */
  facts: readonly FileFacts[];
  routes: Routes;
  /** Paths under `config/` that the compiler does not read. */
  strays: readonly string[];
  schemaFaults: readonly SchemaFault[];
  /** Files that could not be read, and why. */
  unread: ReadonlyMap<string, Text>;
  /** Page name -> its weight in the built site; empty where nothing was built. */
  weights: ReadonlyMap<string, PageWeight>;
  /** Codes of all checks. */
  codes: readonly string[];
  /** A file that is not parsed (or does not exist) is reported at its beginning. */
  report: (file: string, finding: Finding) => void;
}

/** The context of a check of schedules from a moment on. */
export interface TimeContext extends WholeContext {
  /** ms since 1970. Whatever ended before is not checked. */
  at: number;
}

/**
 * A check is one file that exports this. A file check depends on one file and the declarations of the others, so that its
 * findings are cached until either changes; a whole check compares files with each other; a time check checks all
 * schedules from a moment on, and runs only where that moment is given.
 */
export type Check =
  | { meta: CheckMeta; scope: 'file'; create: (context: FileContext) => Visitor }
  | { meta: CheckMeta; scope: 'whole'; run: (context: WholeContext) => void }
  | { meta: CheckMeta; scope: 'time'; run: (context: TimeContext) => void };
