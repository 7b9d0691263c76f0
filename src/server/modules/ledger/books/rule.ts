import type { RawBuilder } from 'kysely';

/** A rule that holds between any two transactions: the query names the rows that break it. */
export interface BookRule {
  name: string;
  broken: RawBuilder<{ what: string }>;
}

/** The rules of later modules. */
export const moduleRules: BookRule[] = [];

/** Adds rules on a later module's own tables. */
export function addBookRules(rules: readonly BookRule[]): void {
  moduleRules.push(...rules);
}
