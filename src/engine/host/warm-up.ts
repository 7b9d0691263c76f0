import type { FastifyInstance } from 'fastify';

/**
 * Renders a page before the process takes requests. What runs for the first time takes a hundred times as long, and whoever
 * came with the first reader would wait for it or be refused by the load gate.
 * @param path of a page that reads and shows what most pages do
 */
export async function warmUp(app: FastifyInstance, path: string): Promise<void> {
  await app.inject({ url: path, headers: { accept: 'text/html' } });
}
