import { isIP } from 'node:net';
import { hexadecimalIpv6 } from '@parapet/contracts';
import ipaddr from 'ipaddr.js';
import { nth, type Parser } from './parsers';

function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

/** The range that is opened by one that begins before the address which it says; null where it says so itself. */
function openedBy(range: string): string | null {
  const [said = '', bits] = range.split('/');
  if (bits === undefined) return null;
  const address = ipaddr.parse((isIP(said) === 6 && hexadecimalIpv6(said)) || said);
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const begin = kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
  return begin === address.toString() ? null : `${begin}/${bits}`;
}

/** Addresses and CIDR ranges separated by commas, each of which opens what it says and no more; empty for none. */
export const ranges: Parser<readonly string[]> = (value) => {
  const list = value
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  const wrong = list.findIndex((range) => !isRange(range));
  if (wrong >= 0)
    throw new Error(`addresses or CIDR ranges separated by commas; ${nth(wrong)} is neither`);
  for (const range of list) {
    const opened = openedBy(range);
    if (opened !== null)
      throw new Error(
        `ranges that open no more than they say: instead of ${range} say ${opened}, or the address alone`,
      );
  }
  return list;
};

/** Ranges of proxies: what they say of their clients is believed. */
export const proxies: Parser<readonly string[]> = (value) => {
  const list = ranges(value);
  const everybody = list.find((range) => /\/0+$/.test(range));
  if (everybody === undefined) return list;
  throw new Error(
    `addresses or ranges of your own proxies: ${everybody} is everybody, and anybody could say to be anybody else`,
  );
};
