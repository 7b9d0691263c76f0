import { readFile } from 'node:fs/promises';
import { readProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';

/** A user who is not root and owns nothing; root may open every file, whatever its mode. */
const NOBODY = 65_534;

/** Compiles the config in the folder that is given, alone in its process, and prints what that cost. */
if (process.getuid?.() === 0) {
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
}
const { files, unread } = await readProject(process.argv[2]);
const { offenses } = compile(files, { unread });
const { userCPUTime, systemCPUTime } = process.resourceUsage();
// Not maxRSS, which begins with that of the process which started this one.
const peak = Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1]);
const reported = offenses
  .filter(({ severity }) => severity === 'error')
  .map(({ file, line, column, code }) => ({ file, line, column, code }));
process.stdout.write(
  JSON.stringify({
    count: reported.length,
    offenses: reported.slice(0, 20),
    megabytes: peak / 1024,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
  }),
);
