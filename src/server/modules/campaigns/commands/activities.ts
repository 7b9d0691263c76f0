import type { Calls } from '#generated/calls.ts';
import { removeRow, savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';

type ActivityInput = Calls['ops-activity.save']['body'];
type SaveAnswer = Promise<Answer<{ id: number }>>;

const GONE = '这个活动已经不在了';

interface Section {
  name: string;
  codes: string[];
}

/** Reads one section per line, its name before the colon. Returns a text when a line is wrong. */
function readSections(text: string): Section[] | string {
  const sections: Section[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const match = /^([^:：]{1,20})[:：](.*)$/.exec(line.trim());
    if (!match) return `“${line.trim().slice(0, 20)}”应写作 名称：货号 货号`;
    const codes = (match[2] ?? '')
      .toUpperCase()
      .split(/[\s,，;；、]+/)
      .filter((code) => code !== '');
    sections.push({ name: match[1]?.trim() ?? '', codes: [...new Set(codes)] });
  }
  return sections;
}

/** Saves an activity and replaces all its sections and goods. */
export async function saveActivity(db: Db, request: RequestContext, input: ActivityInput): SaveAnswer {
  const sections = readSections(input.sections);
  if (typeof sections === 'string') return refuseField('sections', sections);
  if (input.ends_at <= input.starts_at) return refuseField('ends_at', '结束应晚于开始');
  const codes = [...new Set(sections.flatMap((section) => section.codes))];
  const goods =
    codes.length > 0
      ? await db.selectFrom('goods').select(['id', 'code']).where('code', 'in', codes).execute()
      : [];
  const idOf = new Map(goods.map(({ id, code }) => [code, id]));
  const unknown = codes.filter((code) => !idOf.has(code));
  if (unknown.length > 0) return refuseField('sections', `没有这些货号：${unknown.slice(0, 5).join('、')}`);
  const { id: _id, sections: _sections, ...values } = input;
  const saved = await saveRow(db, request, {
    table: 'activities',
    subject: 'activity',
    key: input.id === undefined ? null : { id: input.id },
    gone: GONE,
    refuse: async () => {
      const taken = await db
        .selectFrom('activities')
        .select('id')
        .where('key', '=', input.key)
        .executeTakeFirst();
      return taken && taken.id !== input.id ? refuseField('key', '这个名字已经用在别的活动上') : null;
    },
    values,
    label: input.name,
    related: () => ({ after: { goods: codes.length } }),
  });
  if (!saved.ok) return saved;
  await writeSections(db, saved.id, sections, idOf);
  return savedAnswer(saved);
}

async function writeSections(
  db: Db,
  activity: number,
  sections: readonly Section[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  await db.deleteFrom('activity_sections').where('activity_id', '=', activity).execute();
  for (const [position, { name, codes }] of sections.entries()) {
    const { id } = await db
      .insertInto('activity_sections')
      .values({ activity_id: activity, name, position })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = codes.map((code, index) => ({
      section_id: id,
      goods_id: idOf.get(code) ?? 0,
      position: index,
    }));
    if (rows.length > 0) await db.insertInto('activity_goods').values(rows).execute();
  }
}

export async function removeActivity(db: Db, request: RequestContext, id: number): SaveAnswer {
  const removed = await removeRow(db, request, {
    table: 'activities',
    subject: 'activity',
    key: { id },
    gone: GONE,
    label: ({ name }) => name,
    logged: ({ key, name, kind }) => ({ key, name, kind }),
  });
  return removed.ok ? ok({ id }, '已删除') : removed;
}
