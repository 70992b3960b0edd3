import { MongoClient } from 'mongodb';
import { databaseOf } from './connection';

/** Drops the database that a URL names, with everything in it and whoever is using it: for operators and tests. */
export async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    await client.db(databaseOf(url)).dropDatabase();
  } finally {
    await client.close();
  }
}
