import { newCommand } from '#engine/cli/new/command.ts';

process.exitCode = await newCommand(process.argv.slice(2));
