// Starts both servers, tells where they are, and stays until it is killed.
async function main() {
  const { startKafka, startMongo } = await import('../../../tools/servers/index.mjs');
  const started = await Promise.all([startKafka(), startMongo()]);
  const told = started.map((each) => ({
    port: each.port,
    pids: each.pids(),
    dataDir: each.dataDir,
  }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
  setInterval(() => undefined, 60_000);
}
void main();
