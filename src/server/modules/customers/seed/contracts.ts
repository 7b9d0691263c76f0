import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { continueIds, insertRows } from '../../../kernel/seed/insert.ts';
import { readMarkdown } from '../../../kernel/seed/markdown.ts';

interface ContractFrontMatter {
  title: string;
  version: string;
  summary: string;
  /** Without a signature no order is taken. */
  needed: boolean;
}

/** Who has not signed what is needed, so that the way over /dzht can be tried: one store, and who is new. */
const UNSIGNED = new Set(['chain-b', 'newbie']);

/** The contracts of `contracts/`, and the signatures of the demo accounts under the needed ones. */
export async function seedContracts(db: Db, now: number): Promise<void> {
  const files = await readMarkdown<ContractFrontMatter>(new URL('./contracts/', import.meta.url));
  const contracts = files.map(({ path, head, body }, position) => ({
    id: position + 1,
    code: basename(path, '.md'),
    version: head.version,
    title: head.title,
    summary: head.summary,
    body,
    is_needed: head.needed,
    position,
    published_at: now - 60 * DAY,
    retired_at: null,
  }));
  await insertRows(db, 'contracts', contracts);
  const members = await db
    .selectFrom('members')
    .select(['id', 'company_id', 'username', 'name'])
    .where('is_staff', '=', false)
    .orderBy('id')
    .execute();
  const needed = contracts.filter(({ is_needed }) => is_needed);
  const signatures = members
    .filter(({ username }) => !UNSIGNED.has(username))
    .flatMap((member) =>
      needed.map(({ id, title, version, body }) => ({
        contract_id: id,
        company_id: member.company_id,
        member_id: member.id,
        signer: member.name,
        address: '127.0.0.1',
        digest: createHash('sha256').update(`${title}\n${version}\n${body}`).digest('hex'),
        signed_at: now - 59 * DAY,
      })),
    );
  await insertRows(db, 'contract_signatures', signatures);
  await continueIds(db, ['contracts']);
}
