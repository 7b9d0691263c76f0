import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Ticks of the processor's clock a second, as Linux counts them for programs. */
const TICKS = 100;

/** More than a twentieth of a processor for others disturbs what is measured beside them. */
export const QUIET = 0.05;

interface Usage {
  /** Seconds of all processors. */
  busy: number;
  /** Of this process and of those that it started. */
  own: number;
  at: number;
}

/** The fields of `/proc/<pid>/stat` behind the name, which may contain anything. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

interface Running {
  parent: number;
  seconds: number;
}

async function readProcesses(): Promise<Map<number, Running>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)] as const),
  );
  return new Map(
    stats.flatMap(([pid, stat]) => {
      if (stat === null) return [];
      const fields = fieldsOf(stat);
      /* utime, stime, and of children that have ended cutime, cstime. */
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      return [[pid, { parent: Number(fields[1]), seconds: ticks / TICKS }] as const];
    }),
  );
}

function isBelow(processes: ReadonlyMap<number, Running>, pid: number, root: number): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 0; at = processes.get(at)?.parent)
    if (at === root) return true;
  return false;
}

async function readUsage(): Promise<Usage> {
  const processes = await readProcesses();
  const own = [...processes]
    .filter(([pid]) => isBelow(processes, pid, process.pid))
    .reduce((sum, [, { seconds }]) => sum + seconds, 0);
  const busy = cpus().reduce(
    (sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) / 1000,
    0,
  );
  return { busy, own, at: performance.now() };
}

/** Runs the work, and tells how many processors others took meanwhile. On Linux; elsewhere nobody knows. */
export async function besideOthers<T>(work: () => Promise<T>): Promise<{ result: T; others: number }> {
  const before = await readUsage().catch(() => null);
  const result = await work();
  const after = await readUsage().catch(() => null);
  if (!before || !after) return { result, others: Number.NaN };
  const taken = after.busy - before.busy - (after.own - before.own);
  return { result, others: Math.max(0, taken / ((after.at - before.at) / 1000)) };
}

/** Processor seconds of the processes that this one started and that have ended. */
export async function endedSeconds(): Promise<number> {
  const fields = fieldsOf(await readFile('/proc/self/stat', 'utf8'));
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Resident memory of a process and of those that it started, MB. */
export async function residentMemory(root: number): Promise<number> {
  const processes = await readProcesses();
  const sizes = [...processes.keys()]
    .filter((pid) => isBelow(processes, pid, root))
    .map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}
