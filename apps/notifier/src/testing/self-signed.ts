import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const hex = (tag: number, content: string): Buffer => der(tag, Buffer.from(content, 'hex'));

const ECDSA_SHA256 = sequence(hex(0x06, '2a8648ce3d040302'));
const NAME = sequence(der(0x31, sequence(hex(0x06, '550403'), der(0x0c, Buffer.from('receiver')))));
const VALID = sequence(
  der(0x17, Buffer.from('200101000000Z')),
  der(0x17, Buffer.from('490101000000Z')),
);
/** Subject alternative names: the address 127.0.0.1, and these. */
const alternatives = (names: readonly string[]): Buffer => {
  const others = names.map((name) => der(0x82, Buffer.from(name, 'latin1')));
  return sequence(hex(0x06, '551d11'), der(0x04, sequence(hex(0x87, '7f000001'), ...others)));
};
const AUTHORITY = sequence(hex(0x06, '551d13'), der(0x04, sequence(hex(0x01, 'ff'))));

/** For clients alone: no server may show it. */
const FOR_CLIENTS = sequence(
  hex(0x06, '551d25'),
  der(0x04, sequence(hex(0x06, '2b06010505070302'))),
);

interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A key and a certificate of its own for 127.0.0.1 and these names, made anew: a TLS server of a test. */
export const selfSigned = (names: readonly string[] = []): OwnCertificate =>
  certified(alternatives(names), AUTHORITY);

/** The same for 127.0.0.1 alone, of a client. */
export const signedForClients = (): OwnCertificate =>
  certified(alternatives([]), AUTHORITY, FOR_CLIENTS);

function certified(...extensions: readonly Buffer[]): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = sequence(
    der(0xa0, hex(0x02, '02')),
    hex(0x02, '01'),
    ...[ECDSA_SHA256, NAME, VALID, NAME],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const certificate = sequence(signed, ECDSA_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}
