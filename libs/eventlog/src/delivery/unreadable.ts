/**
 * The type of what stands for records that lie in the log and cannot be read. In the place of its JSON it says why, so that nobody
 * takes it for a fact: groups park it, followers break by it.
 */
export const UNREADABLE = 'Unreadable';
