import type { FastifyInstance, FastifyReply } from 'fastify';
import { forgetAll } from '../db/cache.ts';
import type { Listen } from '../db/listen.ts';
import { DatabaseBreak } from '../db/outage.ts';
import { type AppContext, recogniseVisitor } from '../http/context.ts';
import { send } from '../http/reply.ts';
import { mayUse } from '../http/visitor.ts';
import { refuse } from '../result/answer.ts';
import { createHub, STREAM_LIMITS, type StreamLimits } from './hub.ts';

/** Milliseconds between signs of life: proxies cut lines that are silent for half a minute or a minute. */
const BEAT = 25_000;

/** Milliseconds after which a browser opens a line that has ended again, at least and at most: not all at once. */
const RETRY = { least: 2000, most: 5000 };

/** Seconds by which the clocks of processes may differ, and a notice be under way between them. */
const MARGIN = 2;

/** Bytes that a stream may hold for a reader who takes none. */
const MOST_UNREAD = 65_536;

/** Calls that one page may wait for. */
const MOST_CALLS = 20;

interface Asked {
  Querystring: { calls?: unknown; since?: unknown };
}

/**
 * `GET /api/events?calls=chat.list,…`: a stream of server-sent events, each naming calls that answer something new for
 * who listens, member or visitor. It carries no data of its own, so every answer still passes the call's own access. `since`
 * (seconds) is when the page asked for its data: what was said before the line stood is said again. A stream ends after a while; the
 * browser opens it again, and says by itself what it heard last.
 */
export function registerPush(
  app: FastifyInstance,
  context: AppContext,
  listen: Listen,
  limits: StreamLimits = STREAM_LIMITS,
): void {
  const { db, now } = context;
  const hub = createHub(now, limits);
  const listening = listen((text) => {
    // What changed meanwhile is not known: nothing that is kept in memory is believed.
    if (text === null) forgetAll(db);
    hub.hear(text);
  });
  // No page is served before what concerns it is heard.
  app.addHook('onReady', async () => void (await listening));
  app.addHook('preClose', async () => {
    hub.end();
    await (await listening)();
  });
  const options = { config: { priority: 'exempt' }, exposeHeadRoute: false } as const;
  app.get<Asked>('/api/events', options, async (request, reply) => {
    await recogniseVisitor(context, request, reply);
    const { visitor, ip: address } = request;
    const session = visitor.sessionId;
    const refusal = hub.refusalFor({ session, address });
    if (refusal) return send(reply, refuse(refusal));
    const stream = openStream(reply, now);
    const page = {
      session,
      address,
      member: visitor.id,
      staff: mayUse(visitor.role, 'staff'),
      calls: namesIn(request.query.calls),
      send: (names: readonly string[]) => stream.write(`data: ${names.join(',')}`),
      end: stream.end,
    };
    const heard = momentIn(request.headers['last-event-id']);
    const leave = hub.add(page, heard === undefined ? momentIn(request.query.since) : heard - MARGIN);
    const beat = setInterval(() => void keepUp(context, session, stream), BEAT).unref();
    const end = setTimeout(stream.end, limits.lifetime * 1000 * between(0.75, 1.25)).unref();
    reply.raw.once('close', () => {
      clearInterval(beat);
      clearTimeout(end);
      leave();
    });
    return reply;
  });
}

const between = (least: number, most: number) => least + Math.random() * (most - least);

function namesIn(value: unknown): ReadonlySet<string> {
  const names = typeof value === 'string' ? value.split(',') : [];
  return new Set(names.filter((name) => /^[\w.-]{1,60}$/.test(name)).slice(0, MOST_CALLS));
}

function momentIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{10}$/.test(value) ? Number(value) : undefined;
}

interface Stream {
  /** An event, or none, and the moment up to which everything was sent. */
  write: (text?: string) => void;
  end: () => void;
}

function openStream(reply: FastifyReply, now: () => number): Stream {
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
  const end = () => raw.end();
  const write = (text?: string) => {
    raw.write(`id: ${now()}\n${text === undefined ? '' : `${text}\n`}\n`);
    if (raw.writableLength > MOST_UNREAD) raw.destroy();
  };
  raw.write(`retry: ${Math.round(between(RETRY.least, RETRY.most))}\n`);
  write();
  return { write, end };
}

/** A sign of life; a stream whose session has ended since ends too, unless the database cannot say. */
async function keepUp(
  { db, sessions, now }: AppContext,
  session: string | null,
  stream: Stream,
): Promise<void> {
  const doubt = (fault: unknown) => fault instanceof DatabaseBreak;
  const open = session === null || (await sessions.isOpen(db, session, now()).catch(doubt));
  if (open) stream.write();
  else stream.end();
}
