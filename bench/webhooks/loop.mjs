// What row 7 is measured against, a process of its own: serialises, signs and posts through undici; keeps nothing.
import { openPoster, payloadOf } from './post.mjs';

process.once('disconnect', () => process.exit());
process.on('message', async (work) => process.send(await sendAll(work)));
process.send({ url: null });

async function sendAll({ urls, each, atOnce, warm }) {
  const { post, close } = openPoster(atOnce);
  let sent = 0;
  let began;
  const sendTo = async (url, nth) => {
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
  };
  await Promise.all(urls.map(sendTo));
  const { user, system } = process.cpuUsage(began.cpu);
  const [count, ms] = [sent - warm, performance.now() - began.at];
  await close();
  return { cpu: (user + system) / count, perSecond: (count * 1000) / ms };
}
