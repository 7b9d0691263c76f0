import { type Kysely, sql } from 'kysely';

/**
 * Indices for the search of the back office: names of companies, members and goods by what occurs anywhere in them, as
 * the single characters and the pairs of neighbours that a name has; numbers of orders by their beginning or their end,
 * codes of goods by their beginning.
 */
const STATEMENTS = [
  `CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT substr(lower(name), place, size))
    FROM generate_series(1, char_length(name)) AS place, generate_series(1, 2) AS size
  $$`,
  'CREATE INDEX companies_name_grams ON companies USING gin (name_grams(name))',
  'CREATE INDEX members_name_grams ON members USING gin (name_grams(name))',
  'CREATE INDEX goods_name_grams ON goods USING gin (name_grams(name))',
  'CREATE INDEX goods_code_start ON goods (code text_pattern_ops)',
  'CREATE INDEX orders_no_start ON orders (no text_pattern_ops)',
  'CREATE INDEX orders_no_end ON orders (reverse(no) text_pattern_ops)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
