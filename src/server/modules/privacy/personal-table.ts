import type { KeptBy } from './terms.ts';

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
  keptBy: KeptBy;
  erasure: Erasure;
}
