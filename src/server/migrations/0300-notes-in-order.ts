import { type Kysely, sql } from 'kysely';

/** The name that a good is ranked by. */
const named = (row: string) => `coalesce(nullif(${row}.generic_name, ''), ${row}.name)`;

/** What one statement notes is noted in the order of its values: the order of a hash is another one at times. */
const NOTES: Readonly<Record<string, string>> = {
  note_new_ranks: `INSERT INTO rank_notes (name)
    SELECT DISTINCT ${named('changed')} FROM changed WHERE on_sale ORDER BY 1`,
  note_ranks: `INSERT INTO rank_notes (name) SELECT ${named('OLD')} UNION SELECT ${named('NEW')} ORDER BY 1`,
  note_alerts_of_rows: 'INSERT INTO alert_notes (goods_id) SELECT DISTINCT goods_id FROM changed ORDER BY 1',
  note_alerts_of_offers: `INSERT INTO alert_notes (goods_id, due_at)
    SELECT DISTINCT goods_id, starts_at FROM changed JOIN promotions ON promotions.id = promotion_id
    WHERE price_fen IS NOT NULL ORDER BY 1, 2`,
  note_alerts_of_promotion: `INSERT INTO alert_notes (goods_id, due_at)
    SELECT DISTINCT goods_id, NEW.starts_at FROM promotion_goods
    WHERE promotion_id = NEW.id AND price_fen IS NOT NULL ORDER BY 1`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, note] of Object.entries(NOTES))
    await sql
      .raw(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${note};
      RETURN NULL;
    END $$`)
      .execute(db);
}
