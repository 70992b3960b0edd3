/** Addresses that are asked in turn: each time `baseUrl` is read it is the next one. */
export function inTurn(addresses: readonly string[]): { readonly baseUrl: string } {
  let asked = 0;
  return {
    get baseUrl(): string {
      const next = addresses[asked++ % addresses.length];
      if (next === undefined) throw new Error('there is no address to ask');
      return next;
    },
  };
}
