import { explainCommand } from '#engine/cli/explain/command.ts';
import { demoReaders } from './demo-readers.ts';

process.exitCode = await explainCommand(process.argv.slice(2), demoReaders);
