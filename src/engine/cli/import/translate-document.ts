import type { CallConfig } from '#engine/generated/schemas.ts';
import { readAnswer } from './answer/draft.ts';
import { type ApiSettings, declaredApi } from './call/api-settings.ts';
import { addressOf, nameCalls } from './call/call-names.ts';
import { composeCall } from './call/compose.ts';
import { usualListStyle } from './call/list-style.ts';
import { isNativePage, openAnswer } from './call/response.ts';
import type { Documents } from './document/documents.ts';
import { type Operation, readOperations } from './document/operations.ts';
import type { Losses } from './loss/losses.ts';
import { Entities } from './schema/entities.ts';
import { EntityNames } from './schema/entity-names.ts';
import { gatherExamples } from './schema/examples.ts';
import { wordsOf } from './schema/words.ts';
import { type Advice, adviseOn, requiredHeaders } from './site/advice.ts';
import { proposeAnswers, proposePage } from './site/propose.ts';
import { rolesOf, Security } from './site/security.ts';
import { type Base, baseOf, serversOf } from './site/server.ts';
import { tokenIn } from './site/tokens.ts';

/** What of the shop decides how a document is written. */
export interface ShopFacts {
  /** `site.yaml` as a value. */
  site: Readonly<Record<string, unknown>>;
  /** Names of calls and entities in the run before, by operation and by definition; some may be gone from the document. */
  kept: { calls: ReadonlyMap<string, string>; entities: ReadonlyMap<string, string> };
  /** Names of calls and entities that come from elsewhere; a call with the endpoint that it has. */
  foreign: { calls: ReadonlyMap<string, string>; entities: Iterable<string> };
  /** Where the document was read. */
  source: string;
}

/** An operation as a call. */
export interface TranslatedCall {
  operation: Operation;
  name: string;
  call: CallConfig;
}

/** A whole document in the words of the config. */
export interface TranslatedDocument {
  calls: readonly TranslatedCall[];
  entities: Entities;
  /** What `api` of `site.yaml` should say; calls are written for it where `site.yaml` says nothing else. */
  proposed: Partial<ApiSettings>;
  base: Base;
  /** Other servers than the one that the calls are written for. */
  otherServers: readonly string[];
  /** How to be let in, by the calls that are imported. */
  advise(calls: readonly TranslatedCall[], losses: Losses): Advice[];
  /** Of the document, not of an operation or an entity. */
  losses: Losses;
}

/**
 * Translates every operation of a document. All of them, whichever are imported: names and the common shape of answers do not
 * depend on the choice, so that a later import of further operations changes nothing that is there.
 */
export function translateDocument(documents: Documents, shop: ShopFacts): TranslatedDocument {
  const { operations, losses } = readOperations(documents);
  const declared = declaredApi(shop.site);
  const servers = serversOf(documents.root, shop.source);
  const paths = operations.map(({ path }) => path);
  const base = baseOf(servers[0], declared.base, paths);
  const names = nameOperations(operations, shop, base.prefix);
  const entityNames = new EntityNames(keptEntities(shop, documents, names), shop.foreign.entities);
  const entities = new Entities(documents, entityNames, gatherExamples(operations, documents));
  const drafts = operations.map((operation) => ({
    operation,
    draft: readAnswer(operation, documents, entities),
  }));

  const lists = usualListStyle(operations);
  const answers = proposeAnswers(drafts, documents, entities);
  const settled = { encoding: 'json' as const, lists, answers, ...declared };
  const opened = drafts.map(({ operation, draft }) => ({
    operation,
    answer: openAnswer(operation, draft, settled.answers, entities),
  }));
  const page = proposePage(
    opened.flatMap(({ answer: { found, data } }) =>
      found && data && !isNativePage(found, data, entities) ? [found.paging] : [],
    ),
  );
  const site: ApiSettings = { base: '', ...(page && { page }), ...settled };

  const security = new Security(documents, operations, rolesOf(shop.site), losses);
  const calls = opened.map(({ operation, answer }) => {
    const name = names.get(operation.key) ?? '';
    const reading = { documents, entities, name, words: wordsOf(name), lists: site.lists };
    const composition = { reading, answer, site, prefix: base.prefix, security: security.of(operation) };
    return { operation, name, call: composeCall(operation, composition) };
  });
  const tokens = new Map(
    drafts.map(({ operation, draft }) => [operation.key, tokenIn(operation, draft.schema, entities)]),
  );
  return {
    calls,
    entities,
    proposed: {
      ...(base.base !== undefined && { base: base.base }),
      encoding: 'json',
      lists,
      answers,
      ...(page && { page }),
    },
    base,
    otherServers: servers.slice(1).map(({ url, path }) => url ?? path),
    advise: (chosen, into) => {
      const given = chosen.flatMap(({ operation, name }) => {
        const pointer = tokens.get(operation.key);
        return pointer === undefined ? [] : [{ call: name, pointer }];
      });
      const own = chosen.map(({ operation }) => operation);
      return [...adviseOn(security.used(own), given, into), ...requiredHeaders(own)];
    },
    losses,
  };
}

/** The names of the calls. One that is gone is free: what has moved to another path takes its old name. */
function nameOperations(operations: readonly Operation[], { kept, foreign }: ShopFacts, prefix: string) {
  const keys = new Set(operations.map(({ key }) => key));
  const endpoints = new Set(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${addressOf(prefix + path)}`),
  );
  return nameCalls(
    operations,
    new Map([...kept.calls].filter(([key]) => keys.has(key))),
    [...foreign.calls].filter(([, endpoint]) => !endpoints.has(endpoint)).map(([name]) => name),
  );
}

/** The names of the entities that the document still has. */
function keptEntities(
  { kept }: ShopFacts,
  documents: Documents,
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const calls = new Set(names.values());
  const isThere = (key: string) =>
    key.includes('#') ? documents.has(key) : calls.has(key.split(' ')[0] ?? '');
  return new Map([...kept.entities].filter(([key]) => isThere(key)));
}
