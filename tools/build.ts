import { runCommand } from '#engine/cli/arguments.ts';
import { build } from '#engine/cli/build/build.ts';
import { onlyLanguage } from '#engine/cli/language.ts';
import { generateAll } from './generate.ts';

const USAGE = 'npm run build -- [--lang zh|en]';

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const lang = onlyLanguage(args);
  const distDir = process.env['DIST_DIR'] ?? 'dist';
  const configDir = process.env['CONFIG_DIR'] ?? 'config';
  await generateAll();
  await build({ distDir, configDir, lang, report: (line) => console.log(line) });
  return 0;
});
