import { createHmac, timingSafeEqual } from 'node:crypto';
import { subkey } from '../settings/secret-key';

/** A dashboard session: who signed in with which token, and until when. Nothing of it is kept but in the browser's cookie. */
export interface Session {
  readonly id: string;
  readonly tokenId: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly until: number;
}

const PURPOSE = 'parapet dashboard sessions v1';
const SHAPE = /^(session_[\w-]{1,64})\.(token_[\w-]{1,64})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

/** The id of the token with which the session in a text was begun, as it says itself; undefined for what is no session. */
export const tokenOfSession = (text: string): string | undefined => SHAPE.exec(text)?.[2];

/** Writes sessions so that only this house can have written them (`exactness.md`, rule 21). */
export class SessionSeal {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  /** @param secretKey signs; @param previous what was signed with these is believed too */
  constructor(secretKey: Buffer, previous: readonly Buffer[] = []) {
    const of = (key: Buffer): Buffer => subkey(key, PURPOSE);
    this.keys = [of(secretKey), ...previous.map(of)];
  }

  seal({ id, tokenId, begunAt, until }: Session): string {
    const said = `${id}.${tokenId}.${begunAt}.${until}`;
    return `${said}.${signature(said, this.keys[0]).toString('base64url')}`;
  }

  /** The session, or null when this house did not write it. It may be over. */
  open(text: string): Session | null {
    const [, id = '', tokenId = '', begunAt, until, signed = ''] = SHAPE.exec(text) ?? [];
    if (id === '') return null;
    const said = text.slice(0, -signed.length - 1);
    const given = Buffer.from(signed, 'base64url');
    const right = this.keys.some((key) => timingSafeEqual(signature(said, key), given));
    return right ? { id, tokenId, begunAt: Number(begunAt), until: Number(until) } : null;
  }
}

const signature = (text: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest();
