import type { AnswersConfig, Paging } from '#engine/generated/schemas.ts';
import type { AnswerDraft } from '../answer/draft.ts';
import { findEnvelope } from '../answer/envelope.ts';
import { findRefusal } from '../answer/refusal.ts';
import type { Documents } from '../document/documents.ts';
import { isJson, mediaOf, refusalsOf } from '../document/media.ts';
import { child } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { Losses } from '../loss/losses.ts';
import type { Entities } from '../schema/entities.ts';

/** What `api.answers` should say: the envelope of most answers, and where refusals say what is wrong. */
export function proposeAnswers(
  drafts: readonly { operation: Operation; draft: AnswerDraft }[],
  documents: Documents,
  entities: Entities,
): AnswersConfig {
  const bodies = drafts.flatMap(({ draft: { schema } }) => (schema === undefined ? [] : [schema]));
  /** A refusal is looked at only to know where its message is. */
  const silent = new Losses();
  const refusals = drafts.flatMap(({ operation: { node } }) =>
    refusalsOf(node, documents, silent).flatMap((refusal) =>
      mediaOf(refusal.node)
        .filter(({ type }) => isJson(type))
        .map((media) => entities.read(child(media.node, 'schema'), silent)),
    ),
  );
  return { ...findEnvelope(bodies, entities), ...findRefusal(refusals, entities) };
}

/** The part of all pages that must be written in one way for the site to say it. */
const MOST = 0.5;

/** What `api.page` should say; undefined where pages are written in too many ways. */
export function proposePage(pages: readonly Paging[]): Paging | undefined {
  const ways = Map.groupBy(pages, (paging) => JSON.stringify(paging));
  const [most] = [...ways.values()].toSorted((a, b) => b.length - a.length);
  const isUsual =
    most !== undefined && most.length >= pages.length * MOST && (most.length > 1 || pages.length === 1);
  return isUsual ? most[0] : undefined;
}
