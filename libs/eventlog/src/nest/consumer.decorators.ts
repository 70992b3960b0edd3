import { applyDecorators, Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { EventMeta, Topic } from '@parapet/contracts';
import { type Observable, throwError } from 'rxjs';

/** Handlers of this transport are served by `EventLogServer`. */
export const EVENT_LOG_TRANSPORT = Symbol.for('parapet.event-log');

/** What the decorator says of a handler. */
export interface ConsumerSpec {
  readonly kind: 'projection' | 'reactor';
  readonly topic: Topic;
  /** The consumer group; for a projection also the name its progress is kept under. Never renamed. */
  readonly group: string;
  /** See `ConsumeOptions.restMs`. */
  readonly restMs?: number;
  /** Whether the method wants a fact, by its envelope alone: any other is done without being decoded. Default: all. */
  readonly wants?: (meta: EventMeta) => boolean;
  /**
   * The method takes an `Iterable` that decodes each record when it comes to it, and answers nothing: what it does not keep is gone
   * before it waits for anything. For what sees many records and does something about few. Default: it takes an array.
   */
  readonly inTurn?: true;
}

/** What may be said of a handler besides. */
type ConsumerOptions = Pick<ConsumerSpec, 'restMs' | 'wants' | 'inTurn'>;

/** Hands what a handler threw to the strategy, unchanged: Nest's default filter replaces it and logs. */
@Catch()
class SurfaceToStrategy implements RpcExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

/** Nest joins handlers that share a pattern, so the group is part of it. */
const consumer = (spec: ConsumerSpec): MethodDecorator =>
  applyDecorators(
    EventPattern({ group: spec.group, topic: spec.topic }, EVENT_LOG_TRANSPORT, { ...spec }),
    UseFilters(SurfaceToStrategy),
  );

/**
 * Writes documents, never appends; progress lives beside its documents, so it is replayed after a rebuild.
 * The method takes `(records: readonly Recorded<E>[], info: BatchInfo)` of one partition and answers outcomes or nothing.
 */
export const Projection = (
  topic: Topic,
  group: string,
  options: ConsumerOptions = {},
): MethodDecorator => consumer({ kind: 'projection', topic, group, ...options });

/**
 * Appends facts; progress lives with the log's consumer groups and is never rewound.
 * The method takes `(records: readonly Recorded<E>[], info: BatchInfo)` of one partition and answers outcomes or nothing.
 */
export const Reactor = (
  topic: Topic,
  group: string,
  options: ConsumerOptions = {},
): MethodDecorator => consumer({ kind: 'reactor', topic, group, ...options });
