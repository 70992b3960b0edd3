import { readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Advice, bringYourOwn } from '../advice.mjs';
import { cacheFolder, installed, stamp, withLock } from '../cache.mjs';
import { has, run } from '../command.mjs';
import { provide } from '../packages.mjs';
import { say } from '../say.mjs';
import { classArchive } from './classes.mjs';

/** Pinned: 4.4.0 was published with a jar missing. The broker brings no logging of its own, so it is added. */
const KAFKA = '4.3.1';
const LOG4J = '2.25.4';
const OLDEST_JAVA = 17;

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>kafka-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA}</version></dependency>
    <dependency><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${LOG4J}</version></dependency>
  </dependencies>
</project>
`;

/** A real Kafka from its published jars. @returns `classpath`, `version`, and `archive` of its classes if there is one @throws Advice */
export async function installKafka() {
  await provide({ java: 'default-jre-headless' });
  const folder = join(cacheFolder(), `kafka-${KAFKA}`);
  const stamped =
    installed(folder) ?? (await withLock('kafka', () => installed(folder) ?? fetchJars(folder)));
  const jars = readdirSync(join(folder, 'jars')).sort();
  const classpath = jars.map((jar) => join(folder, 'jars', jar)).join(':');
  const archive = await classArchive({ folder, classpath });
  return { version: stamped.version, classpath, archive };
}

async function fetchJars(folder) {
  const java = await javaVersion();
  if (java < OLDEST_JAVA)
    throw new Advice(
      `Kafka needs Java ${OLDEST_JAVA}, this is ${java}: install a newer one, ${bringYourOwn}.`,
    );
  if (!has('mvn')) await provide({ mvn: 'maven' });
  say(`fetching the jars of Kafka ${KAFKA} into ${folder}`);
  const half = `${folder}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'pom.xml'), pom);
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  const options = ['-DincludeScope=runtime', `-DoutputDirectory=${join(half, 'jars')}`];
  await run('mvn', ['-B', '-ntp', '-f', join(half, 'pom.xml'), goal, ...options]);
  await rm(folder, { recursive: true, force: true });
  await rename(half, folder);
  return stamp(folder, { version: `Kafka ${KAFKA}`, java });
}

async function javaVersion() {
  const shown = await run('sh', ['-c', 'java -version 2>&1']);
  return Number(/version "(?:1\.)?(\d+)/.exec(shown)?.[1] ?? 0);
}
