import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends CampaignTables {}
}

interface CampaignTables {
  activities: ActivitiesTable;
  activity_sections: ActivitySectionsTable;
  activity_goods: ActivityGoodsTable;
  activity_taps: ActivityTapsTable;
}

/** A page of goods in sections for a period; open while `starts_at <= now < ends_at`. */
export interface ActivitiesTable {
  id: Generated<number>;
  /** Its name in URLs. */
  key: string;
  kind: 'fair' | 'activity' | 'zone' | 'controlled';
  name: string;
  subtitle: Generated<string>;
  /** Plain text, one rule a line. */
  rules: Generated<string>;
  /** A tone of the `zone-head` block. */
  tone: Generated<string>;
  starts_at: number;
  ends_at: number;
  position: Generated<number>;
}

interface ActivitySectionsTable {
  id: Generated<number>;
  activity_id: number;
  name: string;
  position: number;
}

interface ActivityGoodsTable {
  section_id: number;
  goods_id: number;
  position: number;
}

interface ActivityTapsTable {
  promotion_id: number;
  /** YYYY-MM-DD */
  day: string;
  taps: number;
}
