import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageVisit } from '../page-visit.ts';
import { createGate, LIMITS, type LoadGate, type LoadLimits, type Pass, type Priority } from './gate.ts';
import { createRefusalPause } from './refusal-pause.ts';
import { createTurns } from './turns.ts';

/** Milliseconds over which the lateness of the event loop is averaged. */
const SAMPLE = 250;

/** Where work is done: files and pages that are ready cost next to nothing, and pages that are not pass the gate when they are made. */
const WORKING = /^\/(?:api|img)\//;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refused last under overload; `exempt`: never. `normal` when left out. */
    priority?: Priority | 'exempt';
  }
  interface FastifyRequest {
    /** Waits for what another thread does, without taking the room of what this one could do meanwhile. */
    waitFor: <Result>(work: Promise<Result>) => Promise<Result>;
  }
  interface FastifyInstance {
    loadGate: LoadGate;
    pauseBeforeRefusal: () => Promise<void>;
  }
}

/**
 * Refuses at once, with 503 and `Retry-After`, what could only be answered late: first what looks around, last what orders
 * and pays. The calls that a page makes while it is rendered were let in with the page.
 * @param refuse how that is said
 */
export async function registerLoadGate(
  app: FastifyInstance,
  refuse: (reply: FastifyReply) => FastifyReply,
  limits: LoadLimits = LIMITS,
): Promise<void> {
  await app.register(underPressure, { sampleInterval: SAMPLE });
  const gate = createGate(limits, () => app.memoryUsage().eventLoopDelay);
  app.decorate('loadGate', gate);
  const pause = createRefusalPause();
  app.decorate('pauseBeforeRefusal', pause);
  const turns = createTurns(limits.maxTurns);
  const passes = new WeakMap<FastifyRequest, Pass>();
  app.addHook('onRequest', async (request, reply) => {
    const { priority = 'normal' } = request.routeOptions.config;
    if (priority === 'exempt' || !WORKING.test(request.url) || pageVisit.getStore()) return undefined;
    const pass = turns.isFull(priority) ? null : gate.enter(priority, 1);
    if (pass) {
      passes.set(request, pass);
      return turns.next(priority);
    }
    await pause();
    return refuse(reply);
  });
  // Whoever sends a body slowly takes nobody's room.
  app.addHook('preParsing', async (request) => passes.get(request)?.suspend());
  app.addHook('preValidation', async (request) => passes.get(request)?.resume());
  app.addHook('onSend', async (request) => passes.get(request)?.leave());
  app.decorateRequest('waitFor', async function waitFor<Result>(this: FastifyRequest, work: Promise<Result>) {
    const pass = passes.get(this);
    pass?.suspend();
    try {
      return await work;
    } finally {
      pass?.resume();
    }
  });
}
