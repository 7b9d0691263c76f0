import type { Db } from '../../../kernel/db/schema.ts';
import { ownsUploads } from '../../../kernel/files/owns-uploads.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';
import type { LockedClaim } from './lock.ts';

/** Documents that staff send to a buyer who lacks them. */
export interface ClaimDocuments {
  /** Ids of uploads of the staff's company. */
  files: readonly string[];
  companyId: number;
}

/** Position after the buyer's own files. */
const POSITION = 100;

/**
 * Transfers the documents to the buyer's company, whose members, and staff, can then read them. Documents sent by post are
 * mentioned in the reply instead. Run it in the transaction that has locked the claim.
 */
export async function sendDocuments(
  db: Db,
  claim: LockedClaim,
  { files, companyId }: ClaimDocuments,
  reply: string,
): Promise<Refused | null> {
  const ids = [...new Set(files)];
  if (ids.length === 0) {
    return reply === '' ? refuseField('files', '请上传资料；用其他方式给到买家的，请写明') : null;
  }
  if (!(await ownsUploads(db, companyId, 'return', ids))) {
    return refuseField('files', '文件不存在，请重新上传');
  }
  await db.updateTable('uploads').set({ company_id: claim.company_id }).where('id', 'in', ids).execute();
  await db
    .insertInto('claim_pictures')
    .values(
      ids.map((upload_id, index) => ({
        claim_id: claim.id,
        upload_id,
        position: POSITION + index,
        by_staff: true,
      })),
    )
    .execute();
  return null;
}
