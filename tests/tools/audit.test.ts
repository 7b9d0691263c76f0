import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Allowance, type AuditReport, problemsOf } from '#tools/audit/judge.ts';
import { listen } from '../support/listen.ts';

const ID = 'GHSA-aaaa-bbbb-cccc';
const ADVISORY = {
  name: 'qs',
  title: 'Too deep',
  url: `https://github.com/advisories/${ID}`,
  severity: 'high',
};
const REPORT: AuditReport = { vulnerabilities: { qs: { via: [ADVISORY] }, fastify: { via: ['qs'] } } };
const ALLOWANCE: Allowance = { id: ID, reason: 'depth is bounded', until: '2027-01-31' };

describe('known vulnerabilities', () => {
  it('are told, unless they are accepted for the day', () => {
    expect(problemsOf(REPORT, [], '2027-01-01')).toEqual([`${ID}: qs: Too deep (high)`]);
    expect(problemsOf(REPORT, [ALLOWANCE], '2027-01-31')).toEqual([]);
    expect(problemsOf(REPORT, [ALLOWANCE], '2027-02-01')).toEqual([
      `${ID}: qs: accepted until 2027-01-31 only`,
    ]);
  });

  it('are taken off the list when they are mended', () => {
    expect(problemsOf({ vulnerabilities: {} }, [ALLOWANCE], '2027-01-01')).toEqual([
      `${ID}: no longer reported, remove it`,
    ]);
  });

  it('that are accepted have a reason and a day', async () => {
    const allowed = JSON.parse(await readFile('tools/audit/advisories.json', 'utf8')) as Allowance[];
    for (const { id, reason, until } of allowed) {
      expect(id).toMatch(/^GHSA-/);
      expect(reason.length).toBeGreaterThan(20);
      expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

describe('the audit', () => {
  /** What the registry knows of `qs`. */
  let known: readonly object[] = [];
  let url: string;
  beforeAll(async () => {
    const { base } = await listen(({ method, path }) => {
      if (method === 'POST') return { qs: known };
      const name = decodeURIComponent(path.slice(1));
      return { name, versions: { '6.17.1': { name, version: '6.17.1' } } };
    });
    url = base;
  });

  const audit = (registryUrl: string) =>
    new Promise<{ code: number | string; said: string }>((resolve) => {
      const env = {
        ...process.env,
        npm_config_registry: registryUrl,
        npm_config_cache: '/tmp/storewright-audit',
      };
      execFile('node', ['tools/audit.ts'], { env }, (fault, stdout, stderr) =>
        resolve({ code: fault?.code ?? 0, said: stdout + stderr }),
      );
    });

  it('fails for a vulnerability that the registry knows of, and passes without one', async () => {
    known = [
      { ...ADVISORY, id: 1, vulnerable_versions: '<99', cwe: [], cvss: { score: 7, vectorString: null } },
    ];
    expect(await audit(url)).toEqual({ code: 1, said: `${ID}: qs: Too deep (high)\n` });
    known = [];
    expect(await audit(url)).toMatchObject({ code: 0, said: expect.stringContaining('audit passed') });
  });

  it('says that nothing was checked when the registry does not answer', async () => {
    expect(await audit('http://127.0.0.1:9')).toMatchObject({
      code: 0,
      said: expect.stringContaining('nothing was checked'),
    });
  });
});

describe('the bill of materials', () => {
  it('names every package that the shop runs with, in its version', async () => {
    const said = await new Promise<string>((resolve, reject) => {
      execFile('npm', ['run', '--silent', 'sbom'], { maxBuffer: 64 * 1024 * 1024 }, (fault, stdout) =>
        fault ? reject(fault) : resolve(stdout),
      );
    });
    const bill = JSON.parse(said) as {
      bomFormat: string;
      components: { name: string; version: string; hashes?: unknown[] }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const listed = new Map(bill.components.map((component) => [component.name, component.version]));
    for (const [name, version] of Object.entries(manifest.dependencies))
      expect(listed.get(name), name).toBe(version);
    expect(listed.has('@biomejs/biome')).toBe(false);
  });
});
