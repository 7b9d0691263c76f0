import type { Compile } from '#engine/compiler/compile.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { SITE_FILE } from '#engine/compiler/schema/locale.ts';
import { type Language, languageFor } from '../language.ts';
import { readSite } from './call/api-settings.ts';
import { choose } from './choose.ts';
import { Documents } from './document/documents.ts';
import { child, textAt } from './document/node.ts';
import { Losses } from './loss/losses.ts';
import type { Report } from './report/report.ts';
import { proposalOf, remarks } from './site/site-proposal.ts';
import { makeSoundPlan } from './sound-plan.ts';
import { openBeside } from './source/open-local.ts';
import { checkVersion, parseText } from './source/parse-document.ts';
import { type TranslatedCall, type TranslatedDocument, translateDocument } from './translate-document.ts';
import { type LockedDocument, lockText, readLock, sameDocument } from './write/lock.ts';
import { type Plan, readApi } from './write/plan.ts';
import { indexCalls } from './write/plan-calls.ts';
import { addToSite, siteWith } from './write/site-file.ts';

/** What an import begins with. */
export interface ImportInput {
  /** File or address of the document, and its text. */
  from: string;
  text: string;
  /** What names the document from run to run, whoever runs it. */
  id: string;
  /** The texts of the project: `config/…` and `schemas/…`. */
  files: ReadonlyMap<string, string>;
  lock: string | undefined;
  /** Folder of the shop's entities, and of the schemas that editors read. */
  entityFolder: string;
  editorFolder: string;
  /** Which operations; all where it is empty. */
  only: readonly string[];
  /** Adds what `site.yaml` lacks. */
  writesSite: boolean;
  isDry: boolean;
  /** What the calls must pass before they are written. */
  compile: Compile;
}

export interface ImportResult {
  report: Report;
  /** Path -> new text, or null for a file that goes. */
  changes: ReadonlyMap<string, string | null>;
}

export const LOCK_FILE = 'config/api/openapi.lock.json';

/** Stands for the address of an API of which the document does not say where it is. */
const SOMEWHERE = 'https://api.invalid';

/**
 * Reads a document into the files of a shop, without touching the disk but for the files that the document refers to. Throws a
 * `CommandError` for a document that cannot be read.
 */
export function importDocument(input: ImportInput): ImportResult {
  const { from, text, files, entityFolder, only, isDry } = input;
  const value = checkVersion(parseText(text, from), from);
  const { name, open } = openBeside(from);
  const documents = new Documents(value, name, open);
  const site = readSite(files.get(SITE_FILE));
  const locks = readLock(input.lock, LOCK_FILE);
  const title = textAt(child(documents.root, 'info'), 'title') ?? input.id;
  const before = sameDocument(locks, { title, from: input.id });
  const locked: LockedDocument = { calls: new Map(), entities: new Map(), ...before, title, from: input.id };
  const document = translateDocument(documents, { site, source: from, ...namesAround(files, locked) });
  const chosen = choose(document, only);
  const head = headOf(title, input.editorFolder, languageFor(files));
  const planning = { document, chosen, files, locked, entityFolder, head };
  const proposal = proposalOf(document.proposed, site);
  const siteText = files.get(SITE_FILE) ?? '';
  const { base, isUnknown } = document.base;
  const needed = isUnknown || base !== undefined ? { base: base ?? SOMEWHERE } : {};
  const said = siteWith(siteText, { ...proposal.missing, ...needed });
  const plan = makeSoundPlan(planning, new Map(files).set(SITE_FILE, said), input.compile);
  const isLacking = Object.keys(proposal.missing).length > 0;
  const newSite = input.writesSite && isLacking ? addToSite(siteText, proposal.missing) : undefined;
  const losses = lossesOf(document, chosen, plan);
  const advice = document.advise(chosen, losses);
  const concerned = 'answers' in proposal.missing ? callsByHand(plan) : [];
  const others = remarks(document.base, document.otherServers, concerned).map((words) => ({
    api: {},
    words,
  }));
  const lock = lockText([...locks.filter((one) => one !== before), plan.locked]);
  const changes = new Map(plan.changes);
  if (newSite !== undefined) changes.set(SITE_FILE, newSite);
  if (lock !== input.lock) changes.set(LOCK_FILE, lock);
  return {
    report: {
      title,
      from,
      isDry,
      calls: plan.calls,
      entities: plan.entities,
      losses: losses.list(),
      site: { ...proposal, file: SITE_FILE, isWritten: newSite !== undefined && !isDry },
      advice: [...advice, ...others],
    },
    changes,
  };
}

/** The names of the run before, and those that are none of this document's. */
function namesAround(files: ReadonlyMap<string, string>, { calls, entities }: LockedDocument) {
  const names = (written: LockedDocument['calls']) =>
    new Map([...written].map(([key, { name }]) => [key, name]));
  const kept = { calls: names(calls), entities: names(entities) };
  const ownCalls = new Set(kept.calls.values());
  const ownEntities = new Set(kept.entities.values());
  const { byEndpoint } = indexCalls(readApi(files));
  return {
    kept,
    foreign: {
      calls: new Map(
        [...byEndpoint].filter(([, name]) => !ownCalls.has(name)).map(([at, name]) => [name, at]),
      ),
      entities: [...readSchemas(files).entities.keys()].filter((name) => !ownEntities.has(name)),
    },
  };
}

/** Everything that the imported calls and the entities that they need have lost. */
function lossesOf(document: TranslatedDocument, chosen: readonly TranslatedCall[], plan: Plan): Losses {
  const losses = new Losses();
  losses.take(...document.losses.list());
  for (const { operation } of chosen) losses.take(...operation.losses.list());
  for (const entity of plan.needed) losses.take(...entity.losses);
  const long = chosen.filter(({ operation: { node } }) => {
    const [summary, description] = [textAt(node, 'summary'), textAt(node, 'description')];
    return summary !== undefined && description !== undefined && description !== summary;
  });
  if (long.length > 0) losses.add('descriptions', { file: '', pointer: '/paths' }, String(long.length));
  return losses;
}

/** Calls that no import has written, and that say nothing of their answers. */
function callsByHand({ api, locked }: Plan): string[] {
  const own = new Set([...locked.calls.values()].map(({ name }) => name));
  const all = [...api.values()].flatMap(({ calls }) => calls);
  return all.flatMap(({ name, value }) =>
    own.has(name) || (typeof value === 'object' && value !== null && 'answers' in value) ? [] : [name],
  );
}

/** The words at the begin of a file of calls, in the language of the shop. */
const headOf = (title: string, editorFolder: string, lang: Language) => (path: string) =>
  `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length - 1)}${editorFolder}/call.schema.json
# ${WRITTEN_FROM[lang](title.replaceAll(/\s+/g, ' '))}

`;

const WRITTEN_FROM: Readonly<Record<Language, (title: string) => string>> = {
  zh: (title) => `由 storewright import 从「${title}」写出。手改过的接口，再次导入时保留。`,
  en: (title) =>
    `Written by storewright import from “${title}”. What is edited by hand stays when it runs again.`,
};
