import { MongoClient } from 'mongodb';
import { databaseOf } from './connection';

/** The longest part that may hold a user and a password. */
const LOGIN = /^([^/]*)\/\/.*@/s;

/**
 * What is wrong with an address of a database, or null. Asks nobody but the driver, which connects to nothing for it. What is
 * answered holds neither user nor password.
 */
export function wrongUrl(url: string): string | null {
  if (refusal(url) === null) return null;
  return (
    refusal(url.replace(LOGIN, '$1//user:password@')) ??
    'in the user and the password every character but letters, digits and -._~ is written as % and two digits'
  );
}

function refusal(url: string): string | null {
  try {
    new MongoClient(url).db(databaseOf(url));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
