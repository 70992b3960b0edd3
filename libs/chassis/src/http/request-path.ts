/** `http://host` before a path: a request to a proxy is written so, and must be understood by all (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
const ESCAPED_ASCII = /%[2-7][\da-f]/gi;

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path.replace(ESCAPED_ASCII, (code) => decodeURI(code));
  }
}

/** What a request asks for, path and query as they were sent, without the host and the fragment that some write with it. */
export function originForm(target: string): string {
  const end = target.indexOf('#');
  const plain = end < 0 ? target : target.slice(0, end);
  if (plain.startsWith('/')) return plain;
  const path = plain.replace(ABSOLUTE, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The path that a request asks for as the router reads it: without host, query and fragment, and decoded. */
export function plainPath(target: string): string {
  const whole = originForm(target);
  const query = whole.indexOf('?');
  const path = query < 0 ? whole : whole.slice(0, query);
  return path.includes('%') ? decoded(path) : path;
}
