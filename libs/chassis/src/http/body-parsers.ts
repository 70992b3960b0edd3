import { isUtf8 } from 'node:buffer';
import { Problem } from '@parapet/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_MEDIA, type BodyMedia } from './body-media';
import { inflated, NotGzip, TooLong } from './inflated';
import { parseJson, parseWholeJson } from './json-text';
import { routeOf } from './route-of';

const KIB = 1024;
const JSON_ONLY: readonly BodyMedia[] = ['json'];

/** What a route takes, by its config. */
const mediaOf = (request: FastifyRequest): readonly BodyMedia[] =>
  routeOf(request).config?.media ?? JSON_ONLY;

/** The 415 of a route. */
export const wrongMedia = (request: FastifyRequest): Problem =>
  new Problem(
    'unsupported_media_type',
    'The Content-Type of the body is not taken here',
    `send ${mediaOf(request)
      .map((media) => BODY_MEDIA[media][0])
      .join(' or ')}`,
  );

/** Bytes of a body that any route takes, at most. */
export const LARGEST_BODY = 8 * KIB * KIB;

const LIMITS = { json: 256 * KIB, yaml: 64 * KIB, ndjson: LARGEST_BODY } as const;

/** Asked of every request, more than once. */
const KINDS: ReadonlyMap<string, BodyMedia> = new Map(
  (Object.keys(BODY_MEDIA) as BodyMedia[]).flatMap((kind) =>
    BODY_MEDIA[kind].map((media) => [media, kind] as const),
  ),
);

const essence = (contentType: string): string => contentType.split(';', 1)[0]?.trim() ?? '';

/** The kind of the body that a request announces. */
export function announcedMedia({ headers }: FastifyRequest): BodyMedia | undefined {
  const type = headers['content-type'] ?? '';
  return KINDS.get(type) ?? KINDS.get(essence(type).toLowerCase());
}

/** Most bytes of the body that a request announces. */
const bodyLimit = (request: FastifyRequest): number =>
  routeOf(request).config?.bodyLimit ?? LIMITS[announcedMedia(request) ?? 'json'];

/** The 413 of a route. */
export const tooLarge = (request: FastifyRequest): Problem =>
  new Problem(
    'payload_too_large',
    'The body is larger than this route takes',
    `at most ${bodyLimit(request) / KIB} KiB`,
  );

/** What a body would be says nothing where there is none: some clients always send a Content-Type. */
export function forgetTypeOfNothing(request: FastifyRequest): void {
  const { headers } = request;
  const { 'content-type': type, 'content-length': length = '0' } = headers;
  if (type === undefined || length !== '0' || headers['transfer-encoding'] !== undefined) return;
  const media = announcedMedia(request);
  if (media === undefined || !mediaOf(request).includes(media)) delete headers['content-type'];
}

const GZIP: readonly string[] = ['gzip', 'x-gzip'];

/**
 * Whether the body must be inflated.
 * @throws Problem when it is compressed where, or how, that is not taken: as a rule what is taken is counted in bytes as they are sent
 */
function isGzip(request: FastifyRequest): boolean {
  const coding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return false;
  const { gzip = false } = routeOf(request).config;
  if (gzip && GZIP.includes(coding)) return true;
  throw new Problem(
    'unsupported_media_type',
    'The Content-Encoding of the body is not taken here',
    gzip ? 'send the body as it is, or gzip' : 'send the body as it is, not compressed',
  );
}

/** What deflate makes smallest is so many times as large. */
const DENSEST = 1032;

/** Bytes of a body, as it is sent, at most. How long it is when it does not say so, nobody knows. */
export const sentBytes = (request: FastifyRequest): number =>
  Math.min(Number(request.headers['content-length'] ?? Infinity), bodyLimit(request));

/** Bytes that a body may be when it is read. */
export function mostBytes(request: FastifyRequest): number {
  const { 'content-encoding': coding = 'identity' } = request.headers;
  const sent = sentBytes(request);
  return coding === 'identity' ? sent : Math.min(sent * DENSEST, bodyLimit(request));
}

/** The body as it was before it was compressed. @throws Problem when it is too large then, or not compressed at all */
async function inflate(request: FastifyRequest, body: Buffer): Promise<Buffer> {
  try {
    const plain = await inflated(body, bodyLimit(request));
    request.bodyPlace?.keep(plain.length);
    return plain;
  } catch (error) {
    if (error instanceof TooLong) throw tooLarge(request);
    if (!(error instanceof NotGzip)) throw error;
    throw new Problem(
      'bad_request',
      'The body is not valid gzip',
      'compress the whole of it, or leave out Content-Encoding',
    );
  }
}

/** @throws Problem when the bytes are not UTF-8: they would be changed silently. */
function decodeText(body: Buffer): string {
  if (!isUtf8(body))
    throw new Problem('bad_request', 'The body is not valid UTF-8', 'encode its text as UTF-8');
  return body.toString('utf8');
}

/** What is kept as it was sent may say anything that JSON can. */
function readJson(request: FastifyRequest, text: string): unknown {
  const { keepBody } = routeOf(request).config;
  if (keepBody) request.bodyText = text;
  if (text === '') return undefined;
  return keepBody ? parseJson(text) : parseWholeJson(text);
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const UTF8: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/** @throws Problem when the text is said to be anything but UTF-8, in which it is read. */
function refuseCharset({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || UTF8.includes(charset.toLowerCase())) return;
  throw new Problem(
    'unsupported_media_type',
    'The charset of the body is not taken here',
    'encode its text as UTF-8',
  );
}

/** What a route gets of a body. Lines may each be wrong in their own way, so they are left as bytes. */
function read(media: BodyMedia, request: FastifyRequest, body: Buffer): unknown {
  if (media === 'ndjson') return body;
  const text = decodeText(body);
  return media === 'json' ? readJson(request, text) : text;
}

/** The only body parsers there are: JSON parsed, YAML as text, NDJSON as bytes, and only where the route takes them. */
export function registerBodyParsers(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  for (const media of Object.keys(BODY_MEDIA) as BodyMedia[]) {
    const options = { parseAs: 'buffer', bodyLimit: LIMITS[media] } as const;
    instance.addContentTypeParser<Buffer>(
      [...BODY_MEDIA[media]],
      options,
      (request, body, done) => {
        try {
          if (!mediaOf(request).includes(media)) throw wrongMedia(request);
          refuseCharset(request);
          if (!isGzip(request)) {
            request.bodyPlace?.keep(body.length);
            return done(null, read(media, request, body));
          }
          // What is wrong in it is an answer, too: thrown where nobody waits it would end the process.
          const taken = inflate(request, body).then((plain) => read(media, request, plain));
          taken.then((what) => done(null, what), done);
        } catch (error) {
          done(error as Error, undefined);
        }
      },
    );
  }
  instance.addHook('onRoute', (route) => {
    if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
  });
}

/** No body is read, whatever it is: for a process that only sends them on. */
export function leaveBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
}
