import { sql } from 'kysely';
import type { OpsActivity } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { activityUrl, KIND_TEXTS, STATE_TEXTS, stateOf } from '../../promotions/index.ts';

/** All activities, with their sections as staff write them: `名称:货号 货号`. */
export async function activitiesForStaff(db: Db, now: number): Promise<OpsActivity[]> {
  const rows = await db.selectFrom('activities').selectAll().orderBy('position').orderBy('id').execute();
  const { rows: sections } = await sql<{ activity_id: number; line: string; total: number }>`
    SELECT activity_id, activity_sections.name || '：' ||
        coalesce(string_agg(goods.code, ' ' ORDER BY activity_goods.position), '') AS line,
      count(goods.id) AS total
    FROM activity_sections
    LEFT JOIN activity_goods ON activity_goods.section_id = activity_sections.id
    LEFT JOIN goods ON goods.id = activity_goods.goods_id
    GROUP BY activity_sections.id ORDER BY activity_id, activity_sections.position`.execute(db);
  const byActivity = Map.groupBy(sections, ({ activity_id }) => activity_id);
  return rows.map(({ position: _position, ...row }) => {
    const own = byActivity.get(row.id) ?? [];
    return {
      ...row,
      kind_text: KIND_TEXTS[row.kind],
      sections: own.map(({ line }) => line).join('\n'),
      goods_total: own.reduce((sum, { total }) => sum + total, 0),
      state_text: STATE_TEXTS[stateOf(row, now)],
      url: activityUrl(row),
    };
  });
}
