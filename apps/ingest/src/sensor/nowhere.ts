/** A socket that listens, or is not connected yet, has an address of zeros, whichever way it is written: nowhere. */
const NOWHERE = /^(?:::ffff:)?[0:.]*$/i;

/** Whether an address, or what is called one, is nobody's. */
export const isNowhere = (address: string): boolean => NOWHERE.test(address);
