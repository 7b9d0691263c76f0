import { explainCommand } from '#engine/cli/explain/command.ts';
import { logIn } from './site-process.ts';

process.exitCode = await explainCommand(process.argv.slice(2), logIn);
