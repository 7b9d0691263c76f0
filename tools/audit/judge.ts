/** A known vulnerability that is accepted for a while. */
export interface Allowance {
  /** Such as `GHSA-xxxx-xxxx-xxxx`. */
  id: string;
  /** Why nobody can make use of it here. */
  reason: string;
  /** The last day on which it is accepted, as `2027-01-31`. */
  until: string;
}

/** As much as is read of what `npm audit --json` says. */
export interface AuditReport {
  vulnerabilities: Readonly<Record<string, { via: readonly (string | Advisory)[] }>>;
}

interface Advisory {
  /** The package. */
  name: string;
  title: string;
  /** Ends in the id. */
  url: string;
  severity: string;
}

const idOf = ({ url }: Advisory) => url.split('/').at(-1) ?? url;

/** What is wrong, a line each: vulnerabilities that nobody has accepted, and allowances that are over or no longer needed. */
export function problemsOf(report: AuditReport, allowed: readonly Allowance[], today: string): string[] {
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities))
    for (const one of via) if (typeof one !== 'string') advisories.set(idOf(one), one);
  const accepted = new Map(allowed.map((allowance) => [allowance.id, allowance]));
  const found = [...advisories].flatMap(([id, { name, title, severity }]) => {
    const allowance = accepted.get(id);
    if (allowance === undefined) return [`${id}: ${name}: ${title} (${severity})`];
    return allowance.until < today ? [`${id}: ${name}: accepted until ${allowance.until} only`] : [];
  });
  const stale = allowed.flatMap(({ id }) =>
    advisories.has(id) ? [] : [`${id}: no longer reported, remove it`],
  );
  return [...found, ...stale];
}
