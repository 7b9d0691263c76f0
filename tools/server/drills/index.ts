import type { Drill } from './drill.ts';
import { failOverDrill } from './fail-over.ts';
import { fuzz } from './fuzz.ts';
import { killDatabase } from './kill-database.ts';
import { killProcess } from './kill-process.ts';
import { lastUnit } from './last-unit.ts';
import { outsideParts } from './outside-parts.ts';
import { overload } from './overload.ts';
import { pitr } from './pitr.ts';
import { randomBusiness } from './random-business.ts';
import { rolling } from './rolling.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { roles, time } from './suites.ts';
import { twoVersions } from './versions/two-versions.ts';

/** Every drill, by the name under which it is called. */
export const DRILLS = {
  'kill-process': killProcess,
  'fail-over': failOverDrill,
  fuzz,
  'kill-database': killDatabase,
  'last-unit': lastUnit,
  'outside-parts': outsideParts,
  overload,
  pitr,
  'random-business': randomBusiness,
  roles,
  rolling,
  'slow-clients': slowClients,
  soak,
  time,
  'two-versions': twoVersions,
} as const satisfies Record<string, Drill>;

export type DrillName = keyof typeof DRILLS;
