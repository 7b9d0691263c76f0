import { DAY } from '#shop/domain/calendar.ts';

/** What a job does with a row whose time is over: it goes, or these values take the place of what is about a person. */
export type AtEnd = 'removed' | { readonly replaced: Readonly<Record<string, string>> };

/** A term that the job `retention` keeps by itself. */
export interface RetentionTerm {
  job: 'retention';
  /** Column with the moment from which the time is counted. */
  since: string;
  /** Seconds. */
  after: number;
  atEnd: AtEnd;
  /** Column with an index, in whose order rows are made; ids where a row is kept with other values. */
  by: string;
}

/** A term that another job keeps; `since` and `after` say what it goes by. */
interface OtherTerm {
  job: 'sessions' | 'tidy' | 'task-expiry';
  since: string;
  after: number;
}

/** Why what is kept is gone in time. */
export type KeptBy =
  | RetentionTerm
  | OtherTerm
  /** It goes with a row of that table. */
  | { job: 'sessions' | 'retention' | 'uploads'; with: string }
  /** It goes when the last account of its company has been closed for five years. */
  | { job: 'retention'; atEnd: AtEnd; company: true }
  /** It goes with the account, when its owner wishes or its company is closed. */
  | { erasure: true }
  /** It has nothing about a person but that there is a row, which names an account: nobody’s, once that is erased. */
  | { namesAccountOnly: true }
  /** What forbids the removal; nothing is as old yet as the law demands. */
  | { law: string }
  /** Staff see to it. */
  | { staff: string };

/** How a term is kept, and what it is called. */
interface Kept {
  kept: string;
  keptBy: KeptBy;
}

export const YEAR = 366 * DAY;

export const ACCOUNT: Kept = { kept: 'while the account exists', keptBy: { erasure: true } };
export const BOOKS: Kept = { kept: '30 years, as the books', keptBy: { law: '会计档案管理办法 §14' } };
export const NAMES_ACCOUNT: Kept = {
  kept: 'as the records of the trade in medicines that it is part of',
  keptBy: { namesAccountOnly: true },
};
/** The law on electronic commerce demands 3 years, GSP 5, and of controlled medicines 5 after they have expired. */
export const RECORD_YEARS = 10;
export const RECORD = '10 years, as records of the trade in medicines';
const AS_COMPANY = '5 years after the company’s last account was closed';

export const companyTerm = (atEnd: AtEnd): Kept => ({
  kept: AS_COMPANY,
  keptBy: { job: 'retention', atEnd, company: true },
});

export const term = (kept: string, keptBy: Omit<RetentionTerm, 'job'>): Kept => ({
  kept,
  keptBy: { job: 'retention', ...keptBy },
});

export const byJob = (kept: string, job: OtherTerm['job'], since: string, after = 0): Kept => ({
  kept,
  keptBy: { job, since, after },
});
