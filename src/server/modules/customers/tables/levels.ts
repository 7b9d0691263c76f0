import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends LevelTables {}
}

interface LevelTables {
  member_levels: MemberLevelsTable;
}

/** What levels are called; prices by level stand in `level_prices`. */
interface MemberLevelsTable {
  level: number;
  name: string;
  note: Generated<string>;
}
