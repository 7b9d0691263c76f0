import type { FastifyInstance, FastifyReply } from 'fastify';
import { recogniseVisitor, type Surroundings } from '../api/context.ts';
import type { Listen } from '../db/notices.ts';
import { isOpenSession } from '../services/sessions.ts';
import { mayUse } from '../visitor.ts';
import { createHub } from './hub.ts';

/** Milliseconds between signs of life: proxies cut lines that are silent for half a minute or a minute. */
const BEAT = 25_000;

/** Milliseconds after which a browser tries again. */
const RETRY = 3000;

/** Calls that one page may wait for. */
const MOST_CALLS = 20;

interface Asked {
  Querystring: { calls?: unknown; since?: unknown };
}

/**
 * `GET /api/events?calls=chat.list,…`: a stream of server-sent events, each naming calls that answer something new for
 * who listens, member or visitor. It carries no data of its own, so every answer still passes the call's own access. `since`
 * (seconds) is when the page asked for its data: what was said before the line stood is said again.
 */
export function registerPush(app: FastifyInstance, surroundings: Surroundings, listen: Listen): void {
  const hub = createHub(surroundings.now);
  const listening = listen((text) => hub.hear(text));
  // No page is served before what concerns it is heard.
  app.addHook('onReady', async () => void (await listening));
  app.addHook('preClose', async () => {
    hub.end();
    await (await listening)();
  });
  app.get<Asked>('/api/events', async (request, reply) => {
    await recogniseVisitor(surroundings, request, reply);
    const { visitor } = request;
    const calls = namesIn(request.query.calls);
    const stream = openStream(reply);
    const page = {
      who: visitor.id === null ? request.ip : String(visitor.id),
      member: visitor.id,
      staff: mayUse(visitor.role, 'staff'),
      calls,
      send: (names: readonly string[]) => stream.write(`data: ${names.join(',')}\n\n`),
      end: stream.end,
    };
    const leave = hub.add(page, momentIn(request.query.since));
    const beat = setInterval(() => void keepUp(surroundings, visitor.sessionId, stream), BEAT).unref();
    reply.raw.once('close', () => {
      clearInterval(beat);
      leave();
    });
    return reply;
  });
}

function namesIn(value: unknown): ReadonlySet<string> {
  const names = typeof value === 'string' ? value.split(',') : [];
  return new Set(names.filter((name) => /^[\w.-]{1,60}$/.test(name)).slice(0, MOST_CALLS));
}

function momentIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{10}$/.test(value) ? Number(value) : undefined;
}

interface Stream {
  write: (text: string) => void;
  end: () => void;
}

function openStream(reply: FastifyReply): Stream {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Nothing follows on this line, and an idle one would hold up the end of the process.
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  raw.on('error', () => {});
  raw.write(`retry: ${RETRY}\n\n`);
  return { write: (text) => raw.write(text), end: () => raw.end() };
}

/** A sign of life; a stream whose session has ended since ends too. */
async function keepUp({ db, now }: Surroundings, session: string | null, stream: Stream): Promise<void> {
  const open = session === null || (await isOpenSession(db, session, now()).catch(() => false));
  if (open) stream.write(': \n\n');
  else stream.end();
}
