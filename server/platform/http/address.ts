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

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%');
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? []).slice(1).map(Number);
  const plainText = dotted ? `${text.slice(0, dotted.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : text;
  const [before, after] = plainText
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))));
  const [head = [], tail = []] = [before, after];
  return after === undefined ? head : [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** An IPv4 address as such if it came over IPv6, however it is written. */
function plain(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const [high = 0, low = 0] = groups.slice(6);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

interface Network {
  name: string;
  /** How many times as much as from one address may come from it. */
  share: number;
}

/** Many sites share an IPv6 network of this width. */
const SITES_SHARE = 8;

/**
 * The networks that an address counts under, the narrowest first. Whoever has an IPv6 address has all of its /64, and often all of the /48 around
 * it; of IPv4 each address counts by itself.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const own = plain(address);
  if (isIP(own) !== 6) return [{ name: own, share: 1 }];
  const prefix = (groups: number) =>
    groupsOf(own)
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return [
    { name: `${prefix(4)}::/64`, share: 1 },
    { name: `${prefix(3)}::/48`, share: SITES_SHARE },
  ];
}

/** Whether two addresses are of the same place: the same one, or of one IPv6 /64. */
export const isSamePlace = (one: string, other: string): boolean => networksOf(one)[0].name === networksOf(other)[0].name;

const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version > 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** Of this machine itself; '' when nothing came over a network. */
export const isLocal = (address: string): boolean => address === '' || isIn(loopback, plain(address));

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
