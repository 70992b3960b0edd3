// Loaded before the house by `node --require`. Ends the process by SIGKILL at the point named in CRASH_AT=<point>:<n>:
// at its n-th time, or, for the points in time, after n milliseconds. Nothing in the house knows of it: the
// adapters are patched from outside.
const { subscribe } = require('node:diagnostics_channel');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const [point = '', count = '1'] = (process.env.CRASH_AT ?? '').split(':');
let left = Number(count);

function die() {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing else may happen in this thread.
  for (;;);
}
const pass = () => {
  left -= 1;
  if (left === 0) die();
};

const libs = join(__dirname, '../../../libs');
const logs = () =>
  require(join(libs, 'eventlog/dist/embedded/embedded-event-log.js')).EmbeddedEventLog.prototype;
const stores = () =>
  require(join(libs, 'readmodel/dist/embedded/embedded-read-model.js')).EmbeddedReadModel.prototype;

function around(prototype, method, wrapper) {
  const original = prototype[method];
  if (typeof original !== 'function') throw new Error(`the adapter has no ${method}`);
  prototype[method] = function (...values) {
    return wrapper((...changed) => original.apply(this, changed), values);
  };
}

const isIngest = (request) => request.method === 'PUT' && request.url.startsWith('/v1/events_v2');

/** `between-consume-and-commit@<group>`: the handler of that group answered, its progress is not stored yet. */
function afterHandler(group) {
  around(logs(), 'consume', (consume, [topic, name, handler, options]) => {
    if (name !== group) return consume(topic, name, handler, options);
    const dying = async (records, info) => {
      const outcomes = await handler(records, info);
      if ((outcomes ?? []).every((outcome) => outcome.kind !== 'retry')) pass();
      return outcomes;
    };
    return consume(topic, name, dying, options);
  });
}

/** The facts are in the log, nobody has been told so. */
function afterAppendTo(named) {
  around(logs(), 'append', async (append, [topic, events]) => {
    const positions = await append(topic, events);
    if (topic === named) pass();
    return positions;
  });
}

const POINTS = {
  'after-append': () => afterAppendTo('observations'),
  'after-insert': () =>
    around(stores(), 'insert', async (insert, [collection, documents]) => {
      const inserted = await insert(collection, documents);
      if (collection.name === 'observations') pass();
      return inserted;
    }),
  'after-reply': () =>
    subscribe('http.server.response.finish', ({ request }) => {
      if (isIngest(request)) pass();
    }),
  'between-send-and-record': () =>
    around(logs(), 'append', (append, [topic, events]) => {
      const results = events.filter(({ meta }) =>
        /^Delivery(Succeeded|Attempted)$/.test(meta.type),
      );
      if (topic === 'deliveries' && results.length > 0) pass();
      return append(topic, events);
    }),
  'after-issues-append': () => afterAppendTo('issues'),
  'after-agents-append': () => afterAppendTo('agents'),
  'after-plan-append': () =>
    around(logs(), 'append', async (append, [topic, events]) => {
      const positions = await append(topic, events);
      if (topic === 'deliveries' && events.some(({ meta }) => meta.type === 'DeliveryPlanned'))
        pass();
      return positions;
    }),
  /** Milliseconds after the first observation came in. */
  'under-load': () => {
    let armed = false;
    subscribe('http.server.request.start', ({ request }) => {
      if (armed || !isIngest(request)) return;
      armed = true;
      setTimeout(die, Number(count));
    });
  },
  /** Milliseconds after the process began: also while it starts. */
  'while-starting': () => setTimeout(die, Number(count)),
};

if (isMainThread && point) {
  const [name, group] = point.split('@');
  if (name === 'between-consume-and-commit') afterHandler(group);
  else if (POINTS[name]) POINTS[name]();
  else throw new Error(`no such point: ${point}`);
}
