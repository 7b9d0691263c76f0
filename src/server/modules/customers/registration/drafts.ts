import type { Db } from '../../../kernel/db/schema.ts';

/** Key of a draft of one member: own company or further store, and the step of the form. */
export interface DraftKey {
  store: boolean;
  step: number;
}

/** The unsubmitted values of a step; stored on the server, so that any device has them. Null when there are none. */
export async function readDraft(
  db: Db,
  memberId: number,
  { store, step }: DraftKey,
): Promise<Record<string, unknown> | null> {
  const row = await db
    .selectFrom('registration_drafts')
    .select('content')
    .where('member_id', '=', memberId)
    .where('is_store', '=', store)
    .where('step', '=', step)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function saveDraft(
  db: Db,
  memberId: number,
  { store, step }: DraftKey,
  content: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  const text = JSON.stringify(content);
  await db
    .insertInto('registration_drafts')
    .values({ member_id: memberId, is_store: store, step, content: text, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'is_store', 'step']).doUpdateSet({ content: text, updated_at: now }),
    )
    .execute();
}

/** Deletes a draft on submission: later it would overwrite corrected values. */
export async function deleteDraft(db: Db, memberId: number, { store, step }: DraftKey): Promise<void> {
  await db
    .deleteFrom('registration_drafts')
    .where('member_id', '=', memberId)
    .where('is_store', '=', store)
    .where('step', '=', step)
    .execute();
}
