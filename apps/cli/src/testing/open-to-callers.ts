import type { AddressInfo } from 'node:net';
import type { TestHouse } from '@parapet/chassis/testing';

/** Lets this house answer on the loopback too. @returns environment variables with which `parapet` asks it, as an admin */
export async function openToCallers({
  app,
  adminToken,
}: TestHouse): Promise<{ readonly PARAPET_URL: string; readonly PARAPET_TOKEN: string }> {
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { PARAPET_URL: `http://127.0.0.1:${port}`, PARAPET_TOKEN: adminToken };
}
