import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../command.mjs';
import { provide } from '../packages.mjs';

/** Kafka's name of the only listener for clients, and of what is spoken there. */
export const SASL_SSL = 'SASL_SSL';

const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
const login = 'org.apache.kafka.common.security';

/** A name or password stands in three notations (JAAS, properties, an argument), which escape differently. */
const PLAIN_TEXT = /^[\w.@+-]+$/;

/**
 * Makes a certificate authority and with it the broker's certificate, unless they are in the folder.
 * @returns the file of the authority's certificate (PEM), for clients, and that of the broker's key and chain
 */
export async function certificates(folder) {
  const file = (name) => join(folder, name);
  const made = { caFile: file('ca.pem'), keyStore: file('broker.pem') };
  if (existsSync(made.keyStore)) return made;
  await provide({ openssl: 'openssl' });
  const openssl = (...args) => run('openssl', args, { cwd: folder });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  const ca = ['-days', '30', '-subj', '/CN=Parapet test authority'];
  await openssl('req', '-x509', ...key, ...ca, '-keyout', 'ca.key', '-out', 'ca.pem');
  await openssl(
    ...['req', '-new', ...key, '-subj', '/CN=localhost'],
    ...['-keyout', 'broker.key', '-out', 'broker.csr'],
  );
  await writeFile(file('names.cnf'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  await openssl(
    ...['x509', '-req', '-sha256', '-days', '30', '-in', 'broker.csr', '-out', 'broker.crt'],
    ...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names.cnf'],
  );
  const parts = ['broker.key', 'broker.crt', 'ca.pem'].map((name) => readFile(file(name)));
  await writeFile(made.keyStore, Buffer.concat(await Promise.all(parts)));
  await chmod(made.keyStore, 0o600);
  return made;
}

/** Settings of a broker that its clients reach by TLS and log in to; names as in server.properties. */
export function securedSettings({ users, reauthenticateMs = 0 }, { keyStore, caFile }) {
  const known = Object.entries(users);
  const [first] = known;
  const wrong = known.flat().find((text) => !PLAIN_TEXT.test(text));
  if (!first || wrong !== undefined)
    throw new Error(`users of a test broker are at least one, of letters, digits and .@+-_`);
  // Brokers are clients of each other too: this one is the first user.
  const own = `username="${first[0]}" password="${first[1]}"`;
  const all = known.map(([name, password]) => `user_${name}="${password}"`).join(' ');
  const jaas = (mechanism) =>
    mechanism === 'PLAIN'
      ? `${login}.plain.PlainLoginModule required ${own} ${all};`
      : `${login}.scram.ScramLoginModule required ${own};`;
  const logins = MECHANISMS.map((mechanism) => [
    `listener.name.sasl_ssl.${mechanism.toLowerCase()}.sasl.jaas.config`,
    jaas(mechanism),
  ]);
  return {
    'sasl.enabled.mechanisms': MECHANISMS.join(),
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    ...Object.fromEntries(logins),
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    // It also is a client of itself, and tries at the start whether it could be.
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
    'connections.max.reauth.ms': String(reauthenticateMs),
    // Whoever is not the first user may do what ACLs say; the controller is spoken to without a name.
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:${first[0]};User:ANONYMOUS`,
  };
}

/** What `kafka-storage format` is told, so that the users can log in by SCRAM. */
export const scramUsers = ({ users }) =>
  Object.entries(users).flatMap(([name, password]) =>
    MECHANISMS.filter((mechanism) => mechanism !== 'PLAIN').flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]),
  );
