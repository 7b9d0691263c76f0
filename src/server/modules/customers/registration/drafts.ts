import type { Db } from '../../../kernel/db/schema.ts';

export interface DraftKey {
  store: boolean;
  step: number;
}

/** What a member typed at a step and has not submitted. Any device finds it; null for nothing. */
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

/** Once it is submitted a draft would only bring back what was corrected elsewhere. */
export async function deleteDraft(db: Db, memberId: number, { store, step }: DraftKey): Promise<void> {
  await db
    .deleteFrom('registration_drafts')
    .where('member_id', '=', memberId)
    .where('is_store', '=', store)
    .where('step', '=', step)
    .execute();
}
