import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends LevelTables {}
}

interface LevelTables {
  member_levels: MemberLevelsTable;
}

/** Names of levels; prices by level are in `level_prices`. */
interface MemberLevelsTable {
  level: number;
  name: string;
  note: Generated<string>;
}
