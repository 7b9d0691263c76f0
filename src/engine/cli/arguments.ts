import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '#engine/compiler/similar-names.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';

/** The arguments are wrong; the message says why, in both languages. */
export class UsageError extends Error {}

/** The command failed, for example because a folder does not exist; the message is for the caller. */
export class CommandError extends Error {}

/** The reader of the output may close it early (`npm run check | head`): that is no error. */
function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/**
 * Runs one command of the command line and returns its exit code: the result of `work`; 1 for a `CommandError` or a `StartFault`, 2 for a
 * `UsageError`, each with its message on standard error. With `--help` the usage alone is printed.
 */
export async function runCommand(
  usage: string,
  args: readonly string[],
  work: (args: readonly string[]) => Promise<number>,
): Promise<number> {
  allowClosedPipe();
  if (wantsHelp(args)) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    return await work(args);
  } catch (error) {
    if (error instanceof CommandError || error instanceof StartFault)
      process.stderr.write(`${error.message}\n`);
    else if (error instanceof UsageError) process.stderr.write(`${error.message}\n${usage}\n`);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a command. Throws `UsageError` for an option that it does not have, with the nearest that it has. */
export function readArgs<const T extends Options>(
  args: readonly string[],
  options: T,
  allowPositionals = false,
): ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: boolean; strict: true }>> {
  const names = Object.keys(options);
  for (const arg of args) {
    if (arg === '--') break;
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || names.includes(name)) continue;
    const near = nearest(name, names)[0];
    const [zh, en] =
      near === undefined ? ['', ''] : [`，是不是想写 --${near}？`, `; did you mean --${near}?`];
    throw new UsageError(`没有 --${name} 这个选项${zh} / there is no option --${name}${en}`);
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Is `--help` among the arguments? */
export const wantsHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h' || arg === 'help');

/** One of the values that an option may have; throws `UsageError` with the nearest of them. */
export function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value);
  if (found !== undefined) return found;
  const near = nearest(value, allowed)[0];
  const [zh, en] = near === undefined ? ['', ''] : [`，是不是想写 ${near}？`, `; did you mean ${near}?`];
  throw new UsageError(
    `${option} 只能是 ${allowed.join('、')}${zh} / ${option} is one of ${allowed.join(', ')}${en}`,
  );
}
