import type { RawBuilder } from 'kysely';

/** A rule that holds between any two transactions: the query names the rows that break it. */
export interface BookRule {
  name: string;
  broken: RawBuilder<{ what: string }>;
}
