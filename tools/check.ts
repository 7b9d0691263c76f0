import { checkCommand } from '#engine/cli/check/command.ts';
import { shopApi } from './site-process.ts';

process.exitCode = await checkCommand(process.argv.slice(2), shopApi);
