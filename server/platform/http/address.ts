import { BlockList, isIP } from 'node:net';

/** `10.0.0.0/8`, `::1`, … as one list to look addresses up in. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether each entry is an address, or an address with the bits of its network. */
export const areAddresses = (entries: readonly string[]): boolean =>
  entries.every((entry) => {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    return (
      version > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32)))
    );
  });

const LOOPBACK = ['127.0.0.0/8', '::1'];
const loopback = addressList(LOOPBACK);

/** An IPv4 address as such where it came over IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version > 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** Of this machine itself; '' when nothing came over a network. */
export const isLocal = (address: string): boolean => address === '' || isIn(loopback, address);

/**
 * Whose request it is: the connection's own address, or behind proxies that are trusted (this machine's always are) the last one that they
 * were asked by. What stands further left in `x-forwarded-for` anybody may have written.
 */
export function callerAddress(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  const hops = (forwarded ?? '')
    .split(',')
    .map((hop) => plain(hop.trim()))
    .filter(Boolean);
  let caller = plain(peer);
  while (isLocal(caller) || isIn(trusted, caller)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    caller = next;
  }
  return caller;
}
