import { reportCommand } from '#engine/cli/report/command.ts';
import { shopApi, startSite } from './site-process.ts';

process.exitCode = await reportCommand(process.argv.slice(2), { startSite, apiOf: shopApi });
