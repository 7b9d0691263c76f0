import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of V8's profile that is read here. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

const SHOWN = 40;

function placeOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  return relative('.', fileURLToPath(url)).replace(/^.*node_modules\//, '');
}

/** The functions in which most time was spent themselves, a line each. */
export function hottest({ nodes, samples, timeDeltas }: Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id);
    if (!frame) continue;
    const name = `${frame.functionName || '(anonymous)'}  ${placeOf(frame.url)}:${frame.lineNumber + 1}`;
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0);
  return [...spent]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([name, time]) => `${((time / all) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** Runs the work, which starts Node with the given arguments and ends it, and tells where that spent its time. */
export async function withProfile(
  work: (nodeArguments: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-profile-'));
  try {
    await work(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const profiles = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as Profile;
        return { profile, size: profile.samples.length };
      }),
    );
    const longest = profiles.toSorted((one, other) => other.size - one.size)[0];
    return longest ? hottest(longest.profile) : [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
