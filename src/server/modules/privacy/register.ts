/** What becomes of a row when its member has the account erased. */
type Erasure =
  /** The row goes. */
  | 'removed'
  /** The row stays, with these values in place of the person's. */
  | { readonly replaced: Readonly<Record<string, string | null>> }
  /** The row stays: the law or the books need it. */
  | 'kept'
  /** A job removes the row soon, whoever it is about. */
  | 'expires';

/** A table with data about persons. */
export interface PersonalTable {
  table: string;
  /** Column that names whom the row is about; none where no column does. */
  member?: string;
  /** The same for what a company has of its people. */
  company?: string;
  /** Columns about a person. */
  personal: readonly string[];
  /** Columns that prove who somebody is: nobody is given them. */
  secret?: readonly string[];
  /** Columns with text that is about no person. */
  other?: readonly string[];
  purpose: string;
  /** For how long. */
  kept: string;
  erasure: Erasure;
}

const ACCOUNT = 'while the account exists';
/** GSP and the law on electronic commerce. */
const TRADE = '5 years, as records of the trade in medicines';
const BOOKS = '30 years, as the books';

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
  kept: TRADE,
  erasure: 'kept',
});

/**
 * Every table that has data about persons. A test holds it against the database: a table that names a member, and a column
 * that is called like something personal, must be in it with all its text.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    table: 'members',
    member: 'id',
    personal: ['username', 'phone', 'name', 'face', 'wechat_id', 'wechat_name', 'disabled_reason'],
    secret: ['password_hash'],
    purpose: 'to log in, to be called back',
    kept: ACCOUNT,
    /* The user name is unique: see `eraseMember`. */
    erasure: {
      replaced: {
        phone: null,
        name: '已注销',
        face: '',
        wechat_id: null,
        wechat_name: '',
        password_hash: '',
        disabled_reason: '已按本人请求注销',
      },
    },
  },
  {
    table: 'sessions',
    member: 'member_id',
    personal: ['address', 'agent'],
    secret: ['id'],
    purpose: 'to stay logged in; the member sees where',
    kept: '7 days after the last use',
    erasure: 'removed',
  },
  {
    table: 'known_devices',
    member: 'member_id',
    personal: [],
    secret: ['id'],
    purpose: 'to let the owner in while others guess',
    kept: '180 days after the last login there',
    erasure: 'removed',
  },
  {
    table: 'push_subscriptions',
    member: 'member_id',
    personal: ['endpoint'],
    secret: ['session_id', 'p256dh', 'auth'],
    purpose: 'to send notices to a browser',
    kept: 'as the session, or until the push service says that it is gone',
    erasure: 'removed',
  },
  {
    table: 'member_emails',
    member: 'member_id',
    personal: ['email', 'pending_email'],
    secret: ['code_hash'],
    purpose: 'to send notices by e-mail',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'notice_choices',
    member: 'member_id',
    personal: [],
    other: ['topic', 'channel'],
    purpose: 'which notices come how',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'notice_deliveries',
    member: 'member_id',
    personal: ['email', 'title'],
    /* A code that confirms an address stands in it. */
    secret: ['body'],
    other: ['channel', 'url', 'state', 'last_error'],
    purpose: 'notices on their way by e-mail or to a browser',
    kept: '7 days',
    erasure: 'removed',
  },
  {
    table: 'second_factors',
    member: 'member_id',
    personal: [],
    secret: ['secret'],
    purpose: 'second factor of staff',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'recovery_codes',
    member: 'member_id',
    personal: [],
    secret: ['code_hash'],
    purpose: 'second factor of staff',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'proofs',
    member: 'member_id',
    personal: [],
    secret: ['id', 'content'],
    other: ['kind'],
    purpose: 'one-time tickets: password reset, WeChat',
    kept: '15 minutes',
    erasure: 'removed',
  },
  {
    table: 'login_failures',
    personal: ['account', 'address'],
    purpose: 'to slow down guessing',
    kept: '1 day',
    erasure: 'expires',
  },
  {
    table: 'sms_codes',
    personal: ['phone', 'address'],
    secret: ['code_hash'],
    other: ['scene'],
    purpose: 'codes by text message, and their limits',
    kept: '2 days',
    erasure: 'expires',
  },
  {
    table: 'sms_messages',
    personal: ['phone'],
    secret: ['code'],
    other: ['scene', 'state'],
    purpose: 'the outbox of text messages of a demo',
    kept: 'as long as the demo',
    erasure: 'expires',
  },
  {
    table: 'idempotency_keys',
    member: 'member_id',
    personal: [],
    secret: ['answer', 'fingerprint', 'key'],
    other: ['path'],
    purpose: 'to do a repeated request once',
    kept: '1 day',
    erasure: 'removed',
  },
  {
    table: 'registration_drafts',
    member: 'member_id',
    personal: ['content'],
    purpose: 'a registration that is not sent yet',
    kept: 'until it is sent',
    erasure: 'removed',
  },
  {
    table: 'store_invites',
    member: 'member_id',
    personal: [],
    secret: ['id'],
    purpose: 'invitations of a chain to its stores',
    kept: 'until they expire',
    erasure: 'removed',
  },
  {
    table: 'goods_alerts',
    member: 'member_id',
    personal: [],
    other: ['kind'],
    purpose: 'to tell of a price or of stock',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'chat_messages',
    member: 'member_id',
    personal: ['text'],
    purpose: 'conversation with the service',
    kept: ACCOUNT,
    erasure: { replaced: { text: '（已按本人请求删除）' } },
  },
  {
    table: 'feedbacks',
    member: 'member_id',
    personal: ['text', 'phone'],
    other: ['kind', 'files', 'state', 'reply'],
    purpose: 'to answer complaints',
    kept: '3 years',
    erasure: { replaced: { phone: '' } },
  },
  {
    table: 'companies',
    company: 'id',
    personal: [
      'legal_person',
      'principal',
      'quality_head',
      'buyer',
      'receiver',
      'receiver_phone',
      'address',
      'invoice',
    ],
    other: ['name', 'approval', 'credit_code', 'region', 'warehouse_region', 'warehouse', 'review_reason'],
    purpose: 'qualification of a customer, as GSP demands',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'addresses',
    company: 'company_id',
    personal: ['name', 'phone', 'region', 'detail'],
    purpose: 'delivery',
    kept: 'while the company buys here',
    erasure: 'kept',
  },
  {
    table: 'orders',
    company: 'company_id',
    personal: ['address_name', 'address_phone', 'address_region', 'address_detail', 'remark'],
    other: ['no', 'kind', 'pay_methods', 'cancel_reason'],
    purpose: 'delivery, and tracing of medicines',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'transfers',
    company: 'company_id',
    personal: ['payer'],
    other: ['reference', 'upload_id', 'state', 'reason'],
    purpose: 'to find a payment in the bank’s statement',
    kept: BOOKS,
    erasure: 'kept',
  },
  {
    ...business('contract_signatures', ['digest'], ['signer', 'address']),
    purpose: 'to prove who has signed',
    kept: 'for the contract’s term, and 3 years',
  },
  {
    ...business(
      'invoices',
      ['kind', 'title', 'tax_number', 'bank', 'state', 'number', 'file_id', 'reason', 'red_number'],
      ['address', 'email'],
    ),
    kept: BOOKS,
  },
  business('points_orders', ['no', 'kind', 'name', 'state', 'carrier', 'tracking_no'], ['address']),
  business('purchases', ['terms'], ['invoice']),
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
  business('registrations', []),
  { ...business('repayments', ['no', 'method', 'state']), kept: BOOKS },
  {
    ...business('uploads', ['id', 'kind', 'type', 'sha256'], ['name']),
    purpose: 'certificates and other files of the company',
  },
  {
    ...business('tasks', ['kind', 'title', 'state', 'note', 'file_id', 'last_error'], ['input']),
    kept: 'until they expire, days after they are done',
    erasure: 'expires',
  },
  {
    table: 'messages',
    member: 'member_id',
    personal: ['title', 'body'],
    other: ['kind', 'url', 'audience'],
    purpose: 'what the shop has told the member',
    kept: '1 year',
    erasure: 'kept',
  },
  {
    table: 'message_reads',
    member: 'member_id',
    personal: [],
    purpose: 'which messages are read',
    kept: 'as the messages',
    erasure: 'removed',
  },
  {
    table: 'chats',
    member: 'member_id',
    personal: [],
    purpose: 'which conversations wait',
    kept: ACCOUNT,
    erasure: 'kept',
  },
  {
    table: 'certificates',
    company: 'company_id',
    personal: ['files'],
    other: ['kind', 'number', 'issuer', 'issued', 'expires', 'state', 'reason', 'warned'],
    purpose: 'qualification of a customer; some name a person',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'staff_views',
    member: 'member_id',
    personal: [],
    other: ['table_name', 'name', 'search'],
    purpose: 'filters that somebody of the staff keeps',
    kept: ACCOUNT,
    erasure: 'removed',
  },
  {
    table: 'bulk_changes',
    member: 'member_id',
    personal: [],
    other: ['act', 'title', 'rows'],
    purpose: 'what somebody of the staff did to many rows, to take it back',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'picked_units',
    member: 'member_id',
    personal: [],
    purpose: 'who has picked what in the warehouse',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'audit_log',
    member: 'member_id',
    personal: ['username', 'address'],
    other: ['action', 'subject', 'subject_id', 'label', 'before', 'after'],
    purpose: 'who of the staff did what',
    kept: TRADE,
    erasure: 'kept',
  },
  {
    table: 'managers',
    personal: ['name', 'phone'],
    other: ['invite_code'],
    purpose: 'whom a customer may call',
    kept: 'while they work here',
    erasure: 'kept',
  },
];
