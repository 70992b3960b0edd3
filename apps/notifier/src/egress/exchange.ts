import type { Dispatcher } from 'undici';

/** Where a connection leads. */
export interface Reached {
  /** Null while it is not connected. */
  address: string | null;
}

/** So much of an answer is read. */
export const RESPONSE_BYTES = 16_384;

/** So many answers may come before the one that counts: each is work, and a stranger can send a million a second. */
const INTERIM_MOST = 16;

const NOTHING = Buffer.alloc(0);

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
type Controller = Dispatcher.DispatchController;

/**
 * One request, heard from undici while it happens: the stream and the signal that `request` makes for each are dear. Of a body at
 * most 16 KiB are read; the connection of a longer one is closed rather than read to its end.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Null until the head of an answer has come. */
  status: number | null = null;
  /** The `Retry-After` header as it came. */
  retryAfter: string | null = null;
  /** The connection that it is made on; null before there is one. */
  reached: Reached | null = null;
  private size = 0;
  /** Where all of the body is in one piece: that. */
  private only: Buffer | undefined;
  /** Else a copy: a receiver can send it in thousands of pieces, each of which would keep all that was read with it. */
  private copy: Buffer | undefined;
  private interim = 0;
  private controller: Controller | undefined;
  private reason: Error | undefined;
  private readonly end = Promise.withResolvers<void>();

  /** Resolves when the answer has come whole, or as much of it as is read; rejects with why it did not. */
  get answered(): Promise<void> {
    return this.end.promise;
  }

  /** What was read of the body, at most 16 KiB. */
  get body(): Buffer {
    return (this.copy ?? this.only ?? NOTHING).subarray(0, Math.min(this.size, RESPONSE_BYTES));
  }

  /** Ends it where it is; one that still waits for its connection ends as soon as there is one. */
  cut(): void {
    this.reason = new Error('the request was cut off');
    this.controller?.abort(this.reason);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.reason) controller.abort(this.reason);
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 100) return controller.abort(new Error(`${status} is no status of HTTP`));
    if (status < 200) return this.passOver(controller);
    this.status = status;
    this.retryAfter = single(headers['retry-after']);
  }

  private passOver(controller: Controller): void {
    this.interim += 1;
    if (this.interim <= INTERIM_MOST) return;
    controller.abort(new Error(`more than ${INTERIM_MOST} interim answers (1xx)`));
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.size >= RESPONSE_BYTES) return;
    this.keep(chunk);
    if (this.size < RESPONSE_BYTES) return;
    this.end.resolve();
    controller.abort(new Error('enough was read'));
  }

  private keep(chunk: Buffer): void {
    if (this.size === 0) this.only = chunk;
    else this.copied().set(chunk.subarray(0, RESPONSE_BYTES - this.size), this.size);
    this.size += chunk.length;
  }

  private copied(): Buffer {
    if (this.copy) return this.copy;
    this.copy = Buffer.alloc(RESPONSE_BYTES);
    this.only?.copy(this.copy);
    this.only = undefined;
    return this.copy;
  }

  onResponseEnd(): void {
    this.end.resolve();
  }

  onResponseError(_: Controller, error: Error): void {
    this.end.reject(error);
  }
}

const single = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
