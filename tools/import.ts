import { importCommand } from '#engine/cli/import/command.ts';

process.exitCode = await importCommand(process.argv.slice(2));
