import { runCommand } from '#engine/cli/arguments.ts';
import { onlyLanguage } from '#engine/cli/language.ts';
import { buildAnew } from './unchanged.ts';

const USAGE = 'npm run build -- [--lang zh|en]';

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  await buildAnew(process.env['DIST_DIR'] ?? 'dist', (line) => console.log(line), onlyLanguage(args));
  return 0;
});
