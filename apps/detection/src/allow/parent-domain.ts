/** Names below which anybody can have one, at whatever depth: what is beside an issue's name is somebody else's. Not complete. */
const SHARED = new Set([
  ...['amazonaws.com', 'appspot.com', 'azurewebsites.net', 'core.windows.net'],
  ...['cloudapp.net', 'cloudfront.net', 'duckdns.org', 'fastly.net', 'firebaseapp.com'],
  ...['github.io', 'githubusercontent.com', 'gitlab.io', 'herokuapp.com', 'netlify.app'],
  ...['ngrok.io', 'ngrok-free.app', 'pages.dev', 'r2.dev', 'run.app', 'storage.googleapis.com'],
  ...['trycloudflare.com', 'vercel.app', 'web.app', 'workers.dev'],
]);

/** A country's name with a short word before it, such as `co.uk`: as a rule below it names are sold. */
const SOLD = /^[a-z]{2,3}\.[a-z]{2}$/;

/**
 * The name above a domain, where all that is directly below it can be thought to be of one owner; null where it cannot.
 * @param domain in normal form
 */
export function parentDomain(domain: string): string | null {
  const parent = domain.slice(domain.indexOf('.') + 1);
  const isName = domain.includes('.') && parent.includes('.');
  return isName && !SOLD.test(parent) && !isShared(parent) ? parent : null;
}

/** Whether it is one of those, or lies below one: `s3.eu-west-1.amazonaws.com` is for everybody, too. */
function isShared(name: string): boolean {
  const labels = name.split('.');
  return labels.some((_, from) => SHARED.has(labels.slice(from).join('.')));
}
