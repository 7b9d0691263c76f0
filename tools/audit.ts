import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Allowance, type AuditReport, problemsOf } from './audit/judge.ts';

/**
 * Asks the registry for known vulnerabilities of what `package-lock.json` names. Ends with 1 when there is one that
 * `audit/advisories.json` does not accept with a reason and a day. A registry that does not answer is told, and no failure:
 * whether the sources are right does not depend on it.
 */
const ALLOWED = new URL('./audit/advisories.json', import.meta.url);

const QUESTION = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];

/** npm ends with 1 when it finds something: what it prints says what. */
const audited = await new Promise<string>((resolve) => {
  execFile('npm', QUESTION, { maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => resolve(stdout));
});
const report = parsed(audited);
if (report === null) {
  console.log(
    '依赖审计：软件源没有回答，这次没有查 / audit: the registry does not answer, nothing was checked',
  );
} else {
  const allowed = JSON.parse(await readFile(ALLOWED, 'utf8')) as Allowance[];
  const problems = problemsOf(report, allowed, new Date().toISOString().slice(0, 10));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      `依赖审计通过，暂时接受 ${allowed.length} 项 / audit passed, ${allowed.length} accepted for a while`,
    );
}

function parsed(text: string): AuditReport | null {
  try {
    const said = JSON.parse(text) as Partial<AuditReport>;
    return said.vulnerabilities ? { vulnerabilities: said.vulnerabilities } : null;
  } catch {
    return null;
  }
}
