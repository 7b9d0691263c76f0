import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrationNames } from '#server/kernel/db/migrate.ts';

/** Migrations up to this number are of the first version that is released: none runs that knows an earlier schema. */
const FIRST_RELEASE = '0199';

/** One of them, to see that the rules read what is sent. */
const KNOWN = '0170-staff-search.ts';

/** Migration -> why it may do what the rules below refuse. */
const ALLOWED: Readonly<Record<string, string>> = {
  '0280-retention.ts':
    'there are few open invitations and unfinished registrations: their indices take milliseconds',
  '0290-noted-changes.ts':
    'a shop has some hundred thousand goods and alerts at most: their indices take less than a second',
  '0310-gift-offers.ts':
    'ten years of sales leave some hundred thousand offers: looking for the gifts among them takes a tenth of a second',
  '0330-staff-lists.ts':
    'of goods, batches, companies, coupons, level prices, refunds and points orders a shop has some hundred thousand: each index takes half a second at most',
  '0340-first-offers.ts':
    'ten years of sales leave some hundred thousand offers: their index takes a tenth of a second',
  '0351-member-counts.ts':
    'a shop has some hundred thousand members and companies: each index takes a tenth of a second',
};

/** The SQL of a migration, as it would be sent. */
async function statementsOf(name: string): Promise<string[]> {
  const sent: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push(query.sql);
    },
  });
  const path = `../../../../src/server/migrations/${name}`;
  const { up } = (await import(path)) as { up: (to: Kysely<unknown>) => Promise<void> };
  await up(db);
  return sent;
}

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(\w+)"?`;

/**
 * What of these statements would break or stop the processes of the version before, which go on while the migration runs
 * and after it: they read and write what they know, and wait for every lock on a table with rows.
 */
function hazardsOf(statements: readonly string[]): string[] {
  const texts = statements.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const made = new Set(
    texts.flatMap((text) => new RegExp(`^CREATE (?:UNLOGGED )?TABLE ${NAME}`, 'i').exec(text)?.[1] ?? []),
  );
  return texts.flatMap((text) => {
    const table =
      new RegExp(`^ALTER TABLE ${NAME}`, 'i').exec(text)?.[1] ??
      new RegExp(String.raw`^CREATE (?:UNIQUE )?INDEX .*?\bON ${NAME}`, 'i').exec(text)?.[1] ??
      '';
    if (made.has(table)) return [];
    const found = [
      /\bDROP (TABLE|COLUMN|VIEW)\b|\bRENAME\b/i.test(text) && 'takes away what the version before reads',
      /\bALTER COLUMN\b.*\bTYPE\b/i.test(text) && 'rewrites a table',
      /\bSET NOT NULL\b/i.test(text) && 'refuses rows that the version before writes',
      /\bADD (?:COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY)[^,]*\bNOT NULL\b(?![^,]*\bDEFAULT\b)(?![^,]*\bGENERATED\b)/i.test(
        text.replace(/\bDEFAULT\b[^,]*\bNOT NULL\b/i, 'DEFAULT'),
      ) && 'refuses rows without the new column',
      /\bADD (?:CONSTRAINT \w+ )?(CHECK|FOREIGN KEY|UNIQUE)\b(?!.*\bNOT VALID\b)/i.test(text) &&
        'reads all rows under a lock',
      /^CREATE (?:UNIQUE )?INDEX\b/i.test(text) && 'locks a table with rows against writes while it is read',
    ].filter((hazard) => hazard !== false);
    return found.map((hazard) => `${hazard}: ${text.slice(0, 120)}`);
  });
}

describe('a migration', () => {
  it.each([
    ['DROP TABLE goods', 'takes away'],
    ['ALTER TABLE goods DROP COLUMN maker', 'takes away'],
    ['ALTER TABLE goods RENAME COLUMN maker TO producer', 'takes away'],
    ['ALTER TABLE goods ADD COLUMN colour text NOT NULL', 'without the new column'],
    ['ALTER TABLE goods ALTER COLUMN colour SET NOT NULL', 'refuses rows'],
    ['ALTER TABLE goods ALTER COLUMN price_fen TYPE numeric', 'rewrites'],
    ['ALTER TABLE goods ADD CHECK (price_fen > 0)', 'all rows'],
    ['ALTER TABLE goods ADD CONSTRAINT positive CHECK (price_fen > 0)', 'all rows'],
    ['CREATE UNIQUE INDEX goods_code ON goods (code)', 'locks'],
  ])('is refused where it says %s', (statement, hazard) => {
    expect(hazardsOf([statement]).join()).toContain(hazard);
  });

  it.each([
    [['ALTER TABLE goods ADD COLUMN colour text']],
    [["ALTER TABLE goods ADD COLUMN colour text NOT NULL DEFAULT ''"]],
    [["ALTER TABLE goods ADD COLUMN colour text DEFAULT '' NOT NULL"]],
    [['ALTER TABLE goods ADD CONSTRAINT positive CHECK (price_fen > 0) NOT VALID']],
    [['CREATE TABLE colours (id integer NOT NULL)', 'CREATE INDEX colours_id ON colours (id)']],
    [['CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 1 $$']],
  ])('may say %s', (statements) => {
    expect(hazardsOf(statements)).toEqual([]);
  });

  it('of a version after the first release leaves the version before to work', async () => {
    const later = (await migrationNames()).filter((name) => name.slice(0, 4) > FIRST_RELEASE);
    const hazards = await Promise.all(
      later
        .filter((name) => !(name in ALLOWED))
        .map(async (name) => hazardsOf(await statementsOf(name)).map((text) => `${name} ${text}`)),
    );
    expect(hazards.flat()).toEqual([]);
  });

  it('is read as it is sent: the rules see what the first release did', async () => {
    const hazards = hazardsOf(await statementsOf(KNOWN));
    expect(hazards).toHaveLength(6);
    expect(hazards.every((text) => text.startsWith('locks'))).toBe(true);
  });

  it('is allowed by name only while it is there', async () => {
    const names = await migrationNames();
    expect(Object.keys(ALLOWED).filter((name) => !names.includes(name))).toEqual([]);
  });
});
