import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { parse } from 'yaml';
import type { Db } from '../../../kernel/db/schema.ts';
import type { ActivitiesTable } from '../tables.ts';
import { type ActivityPeriod, datesOf } from './activity-dates.ts';

/** Goods of a section when the file says nothing else. */
const GOODS = 20;

/** What `data/activities.yaml` holds. */
interface ActivityEntry extends Pick<ActivitiesTable, 'key' | 'kind'>, ActivityPeriod {
  subtitle: string;
  tone: string;
  rules: string[];
  sections: Section[];
}

interface Section {
  name: string;
  /** A category with all below it, a tree, a word in the name, or controlled goods. */
  select?: number;
  tree?: string;
  word?: string;
  controlled?: boolean;
  limit?: number;
}

/** Open, coming and ended activities, with the best-selling goods that match each section. */
export async function seedActivities(db: Db, now: number): Promise<void> {
  const text = await readFile(new URL('./activities.yaml', import.meta.url), 'utf8');
  for (const [position, entry] of (parse(text) as ActivityEntry[]).entries()) {
    const { key, kind, subtitle, tone, rules, sections } = entry;
    const { name, startsAt, endsAt } = datesOf(entry, now);
    const { id } = await db
      .insertInto('activities')
      .values({
        key,
        kind,
        name,
        subtitle,
        tone,
        rules: rules.join('\n'),
        starts_at: startsAt,
        ends_at: endsAt,
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, section] of sections.entries()) await seedSection(db, id, place, section);
  }
}

async function seedSection(db: Db, activity: number, position: number, section: Section): Promise<void> {
  const { id } = await db
    .insertInto('activity_sections')
    .values({ activity_id: activity, name: section.name, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { select = 0, tree = '', word = '', controlled = false, limit = GOODS } = section;
  await sql`
    INSERT INTO activity_goods (section_id, goods_id, position)
    SELECT ${id}::integer, best.id, row_number() OVER (ORDER BY best.sales DESC, best.id) - 1
    FROM (
      SELECT DISTINCT ON (goods.name, goods.maker_id) goods.id, goods.sales FROM goods
      JOIN categories ON categories.id = goods.category_id
      WHERE goods.in_stock AND goods.controlled = ${controlled}::boolean AND NOT goods.hm
        AND (${select}::integer = 0 OR categories.id = ${select} OR categories.parent_id = ${select})
        AND (${tree} = '' OR categories.tree = ${tree})
        AND (${word} = '' OR goods.name LIKE ${`%${word}%`})
      ORDER BY goods.name, goods.maker_id, goods.sales DESC, goods.id
    ) AS best ORDER BY best.sales DESC, best.id LIMIT ${limit}`.execute(db);
}
