// Receivers of webhooks in a process of their own: `/ok`, `/hang` (never answers) and `/drip` (a byte now and then).
import { createServer } from 'node:http';

const answerAfterMs = Number(process.argv[2]);
const ids = [];
const times = [];
let answered = 0;
/** Who waits for so many answers. */
let wanted = Infinity;

function answer(response) {
  response.end('thanks');
  answered += 1;
  if (answered >= wanted) tellReached();
}

function tellReached() {
  wanted = Infinity;
  process.send({ reached: performance.timeOrigin + performance.now() });
}

const ANSWERS = {
  '/ok': (response) =>
    answerAfterMs > 0 ? setTimeout(answer, answerAfterMs, response) : answer(response),
  '/hang': () => undefined,
  '/drip': (response) => {
    const drip = setInterval(() => response.write('.'), 200);
    response.once('close', () => clearInterval(drip));
  },
};

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/ok') {
      ids.push(request.headers['webhook-id']);
      times.push(performance.timeOrigin + performance.now());
    }
    ANSWERS[request.url](response);
  });
});
server.keepAliveTimeout = 60_000;

const COMMANDS = {
  reach: (count) => {
    wanted = count;
    if (answered >= wanted) tellReached();
  },
  tell: () => process.send({ ids, times }),
  forget: () => {
    ids.length = times.length = answered = 0;
    process.send({ forgotten: true });
  },
};
process.once('disconnect', () => process.exit());
process.on('message', ([command, value]) => COMMANDS[command](value));
server.listen(0, '0.0.0.0', () =>
  process.send({ url: `http://127.0.0.1:${server.address().port}` }),
);
