import { sql } from 'kysely';
import type { SearchGroup } from '#generated/schemas.ts';
import type { Db } from '../../../../kernel/db/schema.ts';
import { pageLink } from '../../../../kernel/pages/page-link.ts';
import { members, selectMemberColumns, toOpsMember } from '../../../customers/index.ts';
import { MOST_COMPARED, MOST_FOUND, occursIn } from './word.ts';

const memberPage = pageLink('ops_member_detail');

/**
 * Members by a part of their own or their company's name, or by the whole phone or user name: a phone that is shown
 * masked must not be found digit by digit.
 */
export async function searchMembers(db: Db, word: string, now: number): Promise<SearchGroup['items']> {
  const candidates = sql<number>`
    (SELECT id FROM members WHERE ${occursIn(word, 'name')} LIMIT ${MOST_COMPARED})
    UNION (SELECT members.id FROM members WHERE company_id IN
      (SELECT id FROM companies WHERE ${occursIn(word, 'name')} LIMIT ${MOST_COMPARED}) LIMIT ${MOST_COMPARED})
    UNION (SELECT id FROM members WHERE phone = ${word})
    UNION (SELECT id FROM members WHERE lower(username) = ${word})`;
  const rows = await selectMemberColumns(members(db))
    .where('members.id', 'in', sql<number>`(${candidates})`)
    .orderBy(sql`starts_with(lower(companies.name), ${word})`, 'desc')
    .orderBy('members.id')
    .limit(MOST_FOUND)
    .execute();
  return rows.map((row) => {
    const { id, company, name, phone, is_disabled: isDisabled, account_text: state } = toOpsMember(row, now);
    const facts = [name, phone, ...(isDisabled ? [state] : [])];
    return {
      text: company,
      note: facts.filter((fact) => fact !== '').join(' · '),
      to: memberPage({ id: String(id) }),
    };
  });
}
