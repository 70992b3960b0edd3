// What row 7 is measured against, a process of its own: serialises, signs and posts through undici; keeps nothing.
import { openPoster, payloadOf } from './post.mjs';

const { urls, each, atOnce, warm } = JSON.parse(process.argv[2]);
const { post, close } = openPoster(atOnce);

let sent = 0;
let began;

async function sendAll(url, nth) {
  let next = 0;
  const sender = async () => {
    while (next < each) {
      const n = next;
      next += 1;
      await post(url, `delivery_${nth}.${n}`, payloadOf(n));
      sent += 1;
      if (sent === warm) began = { cpu: process.cpuUsage(), at: performance.now() };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
}

await Promise.all(urls.map(sendAll));
const { user, system } = process.cpuUsage(began.cpu);
const [count, ms] = [sent - warm, performance.now() - began.at];
process.send({ cpu: (user + system) / count, perSecond: (count * 1000) / ms });
await close();
process.disconnect();
