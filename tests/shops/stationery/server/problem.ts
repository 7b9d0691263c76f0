/** What a request is refused with: a status, a sentence, and what is wrong with each field. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** The fields of a body as texts; `undefined` for those that are not there or empty. */
export function textsOf<Name extends string>(
  body: unknown,
  names: readonly Name[],
): Record<Name, string | undefined> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return Object.fromEntries(
    names.map((name) => {
      const value = given[name];
      return [name, typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined];
    }),
  ) as Record<Name, string | undefined>;
}

/** @throws Problem 422 where any field has an error */
export function refuseInvalid(errors: Readonly<Record<string, string | false | undefined>>): void {
  const found = Object.entries(errors).flatMap(([name, message]) => (message ? [[name, [message]]] : []));
  if (found.length > 0) throw new Problem(422, 'The given data was invalid.', Object.fromEntries(found));
}
