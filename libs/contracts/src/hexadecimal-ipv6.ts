/**
 * An IPv6 address in hexadecimal alone, in its shortest form: a library may take `::1.1.1.1` for 1.1.1.1, which is another address.
 * Null for one with a zone.
 * @param address IPv6, in any of its forms
 */
export const hexadecimalIpv6 = (address: string): string | null =>
  URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? null;
