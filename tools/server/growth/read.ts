import type { FastifyInstance, InjectOptions } from 'fastify';

export type Form = Readonly<Record<string, string>>;

/** The data of the answer to a read, or to a write of `form`. @throws what the server refuses */
export async function read(
  app: FastifyInstance,
  path: string,
  cookie: string,
  form?: Form,
): Promise<unknown> {
  const request: InjectOptions = form
    ? {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      }
    : { method: 'GET', headers: { cookie } };
  const response = await app.inject({ ...request, url: path });
  const { data, message } = response.json<{ data: unknown; message: string }>();
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${message}`);
  return data;
}
