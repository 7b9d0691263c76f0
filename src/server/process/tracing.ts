import { StartFault } from '#engine/host/process/start-fault.ts';
import { setTracing } from '#engine/host/tracing.ts';
import type { TracingOptions } from './otlp-tracing.ts';
import type { SettingValues } from './settings.ts';

/**
 * Tracing from the environment, by OpenTelemetry's own variables; undefined where no collector is named.
 * @throws StartFault on an address or a share that is none
 */
export function tracingOptions(env: SettingValues): TracingOptions | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint) return undefined;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new StartFault(
      `OTEL_EXPORTER_OTLP_ENDPOINT 要是 http(s) 网址,现在是 ${endpoint} / OTEL_EXPORTER_OTLP_ENDPOINT is no http(s) address: ${endpoint}`,
    );
  const text = env['OTEL_TRACES_SAMPLER_ARG'] || '1';
  const share = Number(text);
  if (!(share >= 0 && share <= 1))
    throw new StartFault(
      `OTEL_TRACES_SAMPLER_ARG 要在 0 与 1 之间,现在是 ${text} / OTEL_TRACES_SAMPLER_ARG is from 0 to 1, not ${text}`,
    );
  return { endpoint, service: env['OTEL_SERVICE_NAME'] || 'storewright', share };
}

/**
 * Sends spans of requests, pages, calls, jobs and statements to a collector. The library is loaded only for that.
 * @returns sends what is left, and ends it
 */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  const { tracing, end } = createOtlpTracing(options);
  setTracing(tracing);
  return async () => {
    setTracing(null);
    await end();
  };
}
