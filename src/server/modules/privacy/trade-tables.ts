import type { PersonalTable } from './personal-table.ts';
import { BOOKS, byJob, companyTerm, NAMES_ACCOUNT, RECORD, RECORD_YEARS, term, YEAR } from './terms.ts';

const business = (
  table: string,
  other: readonly string[],
  personal: readonly string[] = [],
): PersonalTable => ({
  table,
  member: 'member_id',
  personal,
  other,
  purpose: 'what the member did for the company',
  ...NAMES_ACCOUNT,
  erasure: 'kept',
});

/** What a member does for the company: records of its purchases, and what comes of them. */
export const TRADE_TABLES: readonly PersonalTable[] = [
  {
    ...business('contract_signatures', ['digest'], ['signer', 'address']),
    purpose: 'to prove who has signed',
    ...companyTerm({ replaced: { signer: '', address: '' } }),
  },
  {
    ...business(
      'invoices',
      ['kind', 'title', 'tax_number', 'bank', 'state', 'number', 'file_id', 'reason', 'red_number'],
      ['address', 'email'],
    ),
    ...BOOKS,
  },
  {
    ...business('points_orders', ['no', 'kind', 'name', 'state', 'carrier', 'tracking_no'], ['address']),
    ...term(RECORD, {
      since: 'created_at',
      after: RECORD_YEARS * YEAR,
      atEnd: { replaced: { address: '' } },
      by: 'id',
    }),
  },
  { ...business('purchases', ['terms'], ['invoice']), ...BOOKS },
  business('claims', [
    'no',
    'reason',
    'note',
    'carrier',
    'tracking_no',
    'reply',
    'sent_carrier',
    'sent_tracking_no',
  ]),
  business('cancel_requests', ['reason', 'state', 'reply']),
  business('controlled_requests', ['reason', 'state', 'answer']),
  business('wanted_goods', ['name', 'maker', 'spec', 'note', 'state', 'reply']),
  business('lottery_records', ['name', 'remarks', 'kind']),
  { ...business('registrations', []), ...companyTerm('removed') },
  { ...business('repayments', ['no', 'method', 'state']), ...BOOKS },
  {
    ...business('uploads', ['id', 'kind', 'type', 'sha256'], ['name']),
    purpose: 'certificates and other files of the company',
    kept: '7 days after nothing refers to it any more',
    keptBy: { job: 'uploads', with: 'what refers to it' },
  },
  {
    ...business('tasks', ['kind', 'title', 'state', 'note', 'file_id', 'last_error'], ['input']),
    ...byJob('until they expire, days after they are done', 'task-expiry', 'expires_at'),
    erasure: 'expires',
  },
];
