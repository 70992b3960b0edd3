const ONCE = new Set(['host', 'authorization', 'idempotency-key']);
const LENGTHS = new Set([...ONCE].map((name) => name.length));

/**
 * The header that came twice although it must not, else null. Node keeps the first of two `Host` or `Authorization`
 * headers; a proxy before us may have judged by the other. Of two `Idempotency-Key` nobody knows which one is meant.
 * @param raw names and values in turn, as Node's `rawHeaders`
 */
export function twinHeader(raw: readonly string[]): string | null {
  let seen = '';
  for (let i = 0; i < raw.length; i += 2) {
    const given = raw[i] ?? '';
    if (!LENGTHS.has(given.length)) continue;
    const name = given.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.includes(name)) return name;
    seen += ` ${name}`;
  }
  return null;
}
