import { randomUUID } from 'node:crypto';
import { getNumberFromEnv } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type BatchSpanProcessorOptions,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from '../../process/this-process';
import type { Settings, TraceSettings } from '../../settings/settings.config';
import type { Tracing } from '../tracing';
import { OtlpSpans } from './otlp-spans';
import { SaidFailures } from './said-failures';

/** What is told, and by whom. */
export interface Told extends TraceSettings {
  /** As operators call the process. */
  readonly name: string;
  /** What keeps the log. */
  readonly eventLog: Settings['eventLog'];
}

/** Tells a collector by OTLP over HTTP. */
export function otlpTracing(told: Told): Tracing {
  // The address, headers, certificates, the time that it may take: of OTEL_EXPORTER_OTLP_… that are set.
  const exporter = new SaidFailures(new OTLPTraceExporter());
  const provider = new TracerProvider({
    resource: resourceOf(told.name),
    sampler: samplerOf(told),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...bounds() })],
  });
  const tracer = provider.getTracer('parapet', VERSION);
  const messaging = told.eventLog === 'kafka' ? 'kafka' : 'parapet';
  return new OtlpSpans({ tracer, messaging }, () => provider.shutdown());
}

/** Who tells; OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, or otherwise. */
function resourceOf(name: string): Resource {
  const ours = resourceFromAttributes({
    'service.name': `parapet-${name}`,
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
  });
  const said = detectResources({ detectors: [envDetector] });
  return defaultResource().merge(ours).merge(said);
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const byParent = sampler.startsWith('parentbased_');
  const root = rootOf(byParent ? sampler.slice('parentbased_'.length) : sampler, ratio);
  return byParent ? new ParentBasedSampler({ root }) : root;
}

function rootOf(name: string, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

/** What waits to be sent, where somebody set other bounds than usual. With none to send at once the library never comes to an end. */
function bounds(): Omit<BatchSpanProcessorOptions, 'exporter'> {
  const given = {
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value > 0),
  );
}
