import { unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver, serviceSignature } from '../house/receiver';
import { compileTour } from './generated-client';
import type { Tour } from './tour-report';

let house: House;
let receiver: Receiver;
let tour: Tour;
beforeAll(async () => {
  [house, receiver, tour] = await Promise.all([openHouse(), openReceiver(), compileTour()]);
});

// proves: spec-9-openapi, spec-1-clients, spec-1-webhook, spec-6-signature-digest, api-openapi
test('a client that a standard generator made of the document compiles, and takes the five-minute tour', async () => {
  const word = unique('tour');
  const { baseUrl, adminToken } = house;
  const path = `/${word}`;
  const report = await tour({
    ...{ baseUrl, adminToken, word, receiverUrl: receiver.url + path },
    until: (look) => eventually(look),
  });
  expect(report.statuses).toEqual([201, 201, 202, 201]);
  expect(report.policyId).toMatch(/^policy_/);
  expect(report.issueWhy).toBe('no policy allows it');
  expect(report.refusal).toBe('unauthorized');

  const told = await eventually(() =>
    Promise.resolve(receiver.at(path).find(({ body }) => body.includes(`${word}.exfil.example`))),
  );
  expect(told.headers['x-service-signature']).toBe(
    serviceSignature(report.webhookSecret, told.body),
  );
  expect(receiver.at(path).filter(({ body }) => body.includes(report.issueId))).toEqual([]);
});
