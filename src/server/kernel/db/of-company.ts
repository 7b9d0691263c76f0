import { type Expression, type SqlBool, sql } from 'kysely';

/** Rows of one company. Whoever has none owns none: NULL equals nothing. */
export const ofCompany = (column: string, companyId: number | null): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${companyId}`;

/** Rows of one company, or of every company when none is named, as staff see them. */
export const ofAnyCompany = (column: string, companyId: number | null): Expression<SqlBool> =>
  companyId === null ? sql<SqlBool>`true` : ofCompany(column, companyId);
