import { reportCommand } from '#engine/cli/report/command.ts';
import { buildAndStart } from './site-process.ts';

process.exitCode = await reportCommand(process.argv.slice(2), buildAndStart);
