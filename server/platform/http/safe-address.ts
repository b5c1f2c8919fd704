import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as resolveName } from 'node:dns';
import { type BlockList, isIP } from 'node:net';
import { addressList } from './address.ts';

/** IPv4 networks that aren't public: RFC 6890 and multicast. */
const NOT_PUBLIC = addressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Public IPv6 addresses, except the networks that carry IPv4 addresses or are for documentation. */
const GLOBAL = addressList(['2000::/3']);
const NOT_GLOBAL = addressList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 6) return GLOBAL.check(address, 'ipv6') && !NOT_GLOBAL.check(address, 'ipv6');
  return family === 4 && !NOT_PUBLIC.check(address, 'ipv4');
}

/**
 * Returns a check of the addresses that a URL may connect to: public ones with TLS, and those in the networks that the operator allows, also
 * without TLS.
 */
export const checkAddress =
  ({ protocol }: URL, allowed: BlockList) =>
  (address: string): boolean => {
    const family = isIP(address);
    if (family === 0) return false;
    return allowed.check(address, family === 6 ? 'ipv6' : 'ipv4') || (protocol === 'https:' && isPublic(address));
  };

/** The address isn't public. The request is refused before a connection opens. */
export class UnsafeAddress extends Error {}

/** Node's `dns.lookup` for all addresses of a name. */
export type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;
const resolveAll: Resolve = (name, done) => resolveName(name, { all: true }, done);

/**
 * A `lookup` for connections: fails with `UnsafeAddress` if any address of the name isn't safe. The connection uses the checked addresses
 * themselves, so that a name can't resolve differently between check and connection.
 */
export const safeLookup =
  (isSafe: (address: string) => boolean, resolve: Resolve = resolveAll) =>
  (name: string, { all }: LookupOptions, done: (error: Error | null, address: string | LookupAddress[], family?: number) => void): void =>
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`no address of ${name}`), []);
      if (!addresses.every(({ address }) => isSafe(address))) return done(new UnsafeAddress(name), []);
      return all ? done(null, addresses) : done(null, first.address, first.family);
    });

/** The address that a URL names as a number; null for a name. */
export function readLiteralAddress({ hostname }: URL): string | null {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) > 0 ? plain : null;
}

/** False for a URL that never gets a connection, if the URL itself shows it. The addresses of a name are checked at each connection. */
export function isUsableUrl(text: string, allowed: BlockList): boolean {
  const url = new URL(text);
  const literal = readLiteralAddress(url);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return literal === null || checkAddress(url, allowed)(literal);
}
