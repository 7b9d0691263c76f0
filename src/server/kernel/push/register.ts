import type { FastifyInstance, FastifyReply } from 'fastify';
import { readChange } from '../db/changes.ts';
import type { Listen } from '../db/listen.ts';
import { dropChanged, startHearing } from '../db/memory.ts';
import { DatabaseOutage } from '../db/outage.ts';
import { type AppContext, recogniseVisitor } from '../http/context.ts';
import { send } from '../http/reply.ts';
import { mayUse } from '../http/visitor.ts';
import { registerGauge } from '../metrics/gauge.ts';
import { refuse } from '../result/answer.ts';
import { createHub, STREAM_LIMITS, type StreamLimits } from './hub.ts';

/** Milliseconds between heartbeats: proxies close connections that are idle for half a minute or a minute. */
const HEARTBEAT = 25_000;

/** Milliseconds after which a browser reconnects, at least and at most, so that not all do at once. */
const RETRY = { least: 2000, most: 5000 };

/** Seconds by which the clocks of processes may differ and an event be delayed between them. */
const CLOCK_SKEW = 2;

/** Bytes that a stream buffers for a client that does not read. */
const MAX_BUFFERED = 65_536;

/** Calls that one page may subscribe to. */
const MAX_CALLS = 20;

interface EventsRoute {
  Querystring: { calls?: unknown; since?: unknown };
}

/**
 * `GET /api/events?calls=chat.list,…`: a stream of server-sent events, each with the names of calls whose answers have
 * changed for the subscriber, member or visitor. It carries no data, so access is checked by the calls themselves. `since`
 * (seconds) is when the page loaded its data: events between then and the subscription are sent at once. A stream ends
 * after a while; the browser reconnects with the id of its last event.
 */
export function registerPush(
  app: FastifyInstance,
  context: AppContext,
  listen: Listen,
  limits: StreamLimits = STREAM_LIMITS,
): void {
  const { db, now } = context;
  const hub = createHub(now, limits);
  registerGauge(app.metrics, {
    name: 'event_streams',
    help: 'Open pages that are subscribed to changes',
    collect() {
      this.set(hub.size());
    },
  });
  const listening = listen((text) => {
    const change = text === null ? null : readChange(text);
    if (text === null || change !== null) dropChanged(db, change);
    if (change === null) hub.receive(text);
  });
  // No page is served before its changes are received.
  app.addHook('onReady', async () => startHearing(db, await listening));
  app.addHook('preClose', async () => {
    hub.end();
    await (await listening).end();
  });
  const options = { config: { priority: 'exempt' }, exposeHeadRoute: false } as const;
  app.get<EventsRoute>('/api/events', options, async (request, reply) => {
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
    const lastReceived = secondsIn(request.headers['last-event-id']);
    const unsubscribe = hub.add(
      page,
      lastReceived === undefined ? secondsIn(request.query.since) : lastReceived - CLOCK_SKEW,
    );
    const heartbeat = setInterval(() => void sendHeartbeat(context, session, stream), HEARTBEAT).unref();
    const end = setTimeout(stream.end, limits.lifetime * 1000 * between(0.75, 1.25)).unref();
    reply.raw.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(end);
      unsubscribe();
    });
    return reply;
  });
}

const between = (least: number, most: number) => least + Math.random() * (most - least);

function namesIn(value: unknown): ReadonlySet<string> {
  const names = typeof value === 'string' ? value.split(',') : [];
  return new Set(names.filter((name) => /^[\w.-]{1,60}$/.test(name)).slice(0, MAX_CALLS));
}

function secondsIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{10}$/.test(value) ? Number(value) : undefined;
}

interface Stream {
  /** Sends an event, or none, with the time up to which everything was sent as its id. */
  write: (text?: string) => void;
  end: () => void;
}

function openStream(reply: FastifyReply, now: () => number): Stream {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // No request follows on this connection, and an idle one would delay the shutdown.
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  raw.on('error', () => {});
  const end = () => raw.end();
  const write = (text?: string) => {
    raw.write(`id: ${now()}\n${text === undefined ? '' : `${text}\n`}\n`);
    if (raw.writableLength > MAX_BUFFERED) raw.destroy();
  };
  raw.write(`retry: ${Math.round(between(RETRY.least, RETRY.most))}\n`);
  write();
  return { write, end };
}

/** Sends a heartbeat, or ends the stream when its session has ended; during an outage the session counts as valid. */
async function sendHeartbeat(
  { db, sessions, now }: AppContext,
  session: string | null,
  stream: Stream,
): Promise<void> {
  const isOutage = (fault: unknown) => fault instanceof DatabaseOutage;
  const open = session === null || (await sessions.isOpen(db, session, now()).catch(isOutage));
  if (open) stream.write();
  else stream.end();
}
