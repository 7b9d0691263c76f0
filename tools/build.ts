import { build } from '#engine/cli/build/build.ts';
import { LoadError } from '#engine/cli/project/load-project.ts';
import { Offended } from '#engine/cli/vite-plugin/project.ts';
import { generateAll } from './generate.ts';

const distDir = process.env['DIST_DIR'] ?? 'dist';
const configDir = process.env['CONFIG_DIR'] ?? 'config';
try {
  await generateAll();
  await build({ distDir, configDir, report: (line) => console.log(line) });
} catch (fault) {
  if (!(fault instanceof Offended || fault instanceof LoadError)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
