import { BlockList, isIP } from 'node:net';

/** `10.0.0.0/8`, `::1`, … as one list for lookups. */
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

/** True if each entry is an address, optionally with the bits of its network. */
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
function parseAddressGroups(address: string): number[] {
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

/** An IPv4 address without its IPv6 prefix, in every notation. */
function toPlainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = parseAddressGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const [high = 0, low = 0] = groups.slice(6);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

interface Network {
  name: string;
  /** The network's limit, as a multiple of one address's limit. */
  share: number;
}

/** Multiple for an IPv6 network of this width, because many sites share it. */
const SITES_SHARE = 8;

/**
 * The networks under which an address is counted, narrowest first. The owner of an IPv6 address has its whole /64, and often its /48. Each
 * IPv4 address counts alone.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const own = toPlainAddress(address);
  if (isIP(own) !== 6) return [{ name: own, share: 1 }];
  const prefix = (groups: number) =>
    parseAddressGroups(own)
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return [
    { name: `${prefix(4)}::/64`, share: 1 },
    { name: `${prefix(3)}::/48`, share: SITES_SHARE },
  ];
}

/** True for the same IPv4 address, or the same /64 of IPv6. */
export const isSamePlace = (one: string, other: string): boolean => networksOf(one)[0].name === networksOf(other)[0].name;

const isIn = (list: BlockList, address: string): boolean => {
  const version = isIP(address);
  return version > 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** True for this machine's addresses, and '' for a call without a network. */
export const isLocal = (address: string): boolean => address === '' || isIn(loopback, toPlainAddress(address));

/**
 * The address of the caller: the connection's own, or behind trusted proxies (this machine's always are) the last one that they forwarded.
 * Anybody may have written the entries before it in `x-forwarded-for`.
 */
export function callerAddress(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  const hops = (forwarded ?? '')
    .split(',')
    .map((hop) => toPlainAddress(hop.trim()))
    .filter(Boolean);
  let caller = toPlainAddress(peer);
  while (isLocal(caller) || isIn(trusted, caller)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    caller = next;
  }
  return caller;
}
