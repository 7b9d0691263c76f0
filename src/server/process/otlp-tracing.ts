import {
  type Attributes,
  context,
  defaultTextMapGetter,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceOf } from '#engine/host/log.ts';
import type { SpanAttributes, SpanStart, Tracing } from '#engine/host/tracing.ts';

export interface TracingOptions {
  /** Where a collector takes OTLP over HTTP; `/v1/traces` is added. */
  endpoint: string;
  service: string;
  /** Of the traces that begin here; what a caller has decided holds. */
  share: number;
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** Milliseconds for which spans are gathered. */
const DELAY = 1000;

/** From where on an answer is a fault of the server. */
const SERVER_FAULT = 500;

/** `traceparent` and `tracestate` of W3C Trace Context. */
const propagator = new W3CTraceContextPropagator();

/** Tracing by OpenTelemetry. Spans hold routes, names of calls and pages, and statements without their values. */
export function createOtlpTracing({ endpoint, service, share }: TracingOptions): {
  tracing: Tracing;
  end: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: DELAY })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const tracer = provider.getTracer('storewright');

  async function inSpan<T>(
    { name, kind = 'internal', attributes = {} }: SpanStart,
    work: () => Promise<T>,
    describe: (result: T) => SpanAttributes = () => ({}),
  ): Promise<T> {
    if (kind === 'client' && !trace.getSpan(context.active())) return work();
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes });
    try {
      const result = await context.with(trace.setSpan(context.active(), span), work);
      span.setAttributes(describe(result));
      return result;
    } catch (fault) {
      fail(span, fault);
      throw fault;
    } finally {
      span.end();
    }
  }

  const spans = new WeakMap<FastifyRequest, Span>();

  function register(app: FastifyInstance): void {
    // With a callback: what comes after it runs within the span.
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions, headers } = request;
      const route = routeOptions.url ?? 'none';
      const around = context.active();
      const within = trace.getSpan(around)
        ? around
        : propagator.extract(around, headers, defaultTextMapGetter);
      const attributes: Attributes = { 'http.request.method': method, 'http.route': route };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, within);
      spans.set(request, span);
      const { traceId } = span.spanContext();
      if (traceOf(headers) !== traceId) request.log = request.log.child({ trace: traceId });
      context.with(trace.setSpan(within, span), done);
    });
    app.addHook('onResponse', async (request, { statusCode }) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= SERVER_FAULT) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    });
  }

  return {
    tracing: { register, inSpan },
    async end() {
      await provider.shutdown();
      context.disable();
    },
  };
}

/** The kind of a fault; its message may hold values. */
function fail(span: Span, fault: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', fault instanceof Error ? fault.name : typeof fault);
}
