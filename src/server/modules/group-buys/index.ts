import { defineModule } from '../../kernel/module.ts';
import teamsJob from './jobs.ts';

export { groupBuysAnswer } from './answer.ts';
export { estimatePlace, joinTeam } from './join.ts';
export { seedTeams } from './seed.ts';
export { teamsForStaff } from './staff.ts';
export { joinByPayment } from './teams.ts';

export const groupBuys = defineModule({ name: 'group-buys', jobs: { teams: teamsJob } });
