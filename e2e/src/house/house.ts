import { Client } from './client';
import { inTurn } from './in-turn';
import { type House, type OwnHouse, startHouse, type StartOptions } from './own-house';
import { ADMIN_TOKEN } from './suite-settings';

export type { House, OwnHouse, StartOptions } from './own-house';

/** Closed after the tests of the file, also when they failed. */
const open = new Set<OwnHouse>();
afterAll(() => Promise.all([...open].map((house) => house.close())));

/**
 * What all files of the black-box suite may ask, one after another: the deployment named by E2E_BASE_URL (several addresses,
 * separated by commas, are asked in turn) and E2E_ADMIN_TOKEN, or else that of E2E_HOUSES that is this worker's; where there is
 * none, a house of our own.
 */
export async function openHouse(): Promise<House> {
  const { E2E_BASE_URL, E2E_ADMIN_TOKEN, E2E_HOUSES, JEST_WORKER_ID } = process.env;
  if (E2E_BASE_URL && E2E_ADMIN_TOKEN) return houseAt(E2E_BASE_URL, E2E_ADMIN_TOKEN);
  const ofWorker = E2E_HOUSES?.split(',')[Number(JEST_WORKER_ID) - 1];
  return ofWorker ? houseAt(ofWorker, ADMIN_TOKEN) : openOwnHouse();
}

function houseAt(addresses: string, adminToken: string): House {
  const at = inTurn(addresses.split(','));
  return {
    get baseUrl() {
      return at.baseUrl;
    },
    adminToken,
    admin: new Client(at, adminToken),
  };
}

/** A house of our own, with other settings than the usual if wanted. It is closed after the tests of the file. */
export async function openOwnHouse(options: StartOptions = {}): Promise<OwnHouse> {
  const house = await startHouse(options);
  open.add(house);
  return house;
}
