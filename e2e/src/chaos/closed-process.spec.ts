import { ServiceProcess } from '../apart/service-process';

test('a process that was closed is not started again, by whoever had killed it before', async () => {
  const options = { service: 'gateway', number: 1, port: 1, env: {}, keepAlive: true } as const;
  const process = new ServiceProcess(options);
  await process.close();
  process.launch();
  expect([process.isUp, process.pid]).toEqual([false, undefined]);
});
