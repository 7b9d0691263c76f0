import type { FastifyInstance } from 'fastify';

/** The data of an answer. @throws what the server refuses */
export async function read(app: FastifyInstance, path: string, cookie: string): Promise<unknown> {
  const response = await app.inject({ method: 'GET', url: path, headers: { cookie } });
  const { data, message } = response.json<{ data: unknown; message: string }>();
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${message}`);
  return data;
}
