import { readArgs, runCommand } from '../arguments.ts';
import { readLanguage } from '../language.ts';
import { freshBuild } from './present-build.ts';
import { writeStatic } from './static.ts';

const USAGE = `storewright build [--static] [--lang zh|en]
  把商店构建到 DIST_DIR（默认 dist） / builds the shop into DIST_DIR (dist by default)
  --static  再写成一组文件（DIST_DIR/static），任何网页服务器都能用 / as files for any web server, too`;

/** `build`: the production site. Returns the exit code. */
export const buildCommand = (args: readonly string[]): Promise<number> =>
  runCommand(USAGE, args, async (own) => {
    const { values } = readArgs(own, {
      static: { type: 'boolean', default: false },
      lang: { type: 'string' },
    });
    const lang = readLanguage(values.lang);
    const distDir = process.env['DIST_DIR'] ?? 'dist';
    const report = (line: string) => console.log(line);
    await freshBuild({ distDir, lang, report });
    if (values.static) await writeStatic(distDir, report);
    return 0;
  });
