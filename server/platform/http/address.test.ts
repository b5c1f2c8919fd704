import { expect, it } from 'vitest';
import { addressList, areAddresses, callerAddress, isLocal, isSamePlace, networksOf } from './address.ts';

const proxies = addressList(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);

it.each([
  // A stranger's header is ignored.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  // Only the last entry of a proxy's header counts.
  ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.5', '203.0.113.9', '203.0.113.9'],
  // Through several trusted proxies.
  ['127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3, ::ffff:10.0.0.5', '203.0.113.9'],
  ['fd00::7', '2001:db8::1', '2001:db8::1'],
  ['10.2.0.1', '203.0.113.9', '10.2.0.1'],
  // An invalid address names nobody.
  ['127.0.0.1', '4711', '127.0.0.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['', undefined, ''],
])('a request of %s, forwarded for %s, is of %s', (peer, forwarded, caller) => {
  expect(callerAddress(peer, forwarded, proxies)).toBe(caller);
});

it('recognises this machine and valid addresses', () => {
  expect(['', '127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '2001:db8::1'].map(isLocal)).toEqual([true, true, true, true, false, false]);
  expect(areAddresses(['10.0.0.5', '10.0.0.0/8', '::1', 'fd00::/8'])).toBe(true);
  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '::1/129']) expect(areAddresses([wrong]), wrong).toBe(false);
});

it.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['203.0.113.9']],
  ['::FFFF:cb00:7109', ['203.0.113.9']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8:1::', ['2001:db8:1:0::/64', '2001:db8:1::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['64:ff9b::203.0.113.9', ['64:ff9b:0:0::/64', '64:ff9b:0::/48']],
  ['', ['']],
])('%s counts under %j', (address, names) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(names);
});

it('an IPv4 address over IPv6 counts as IPv4 in every notation', () => {
  expect(isSamePlace('::ffff:cb00:7109', '203.0.113.9')).toBe(true);
  expect(isSamePlace('2001:db8:1:2::1', '2001:db8:1:2:ffff::9')).toBe(true);
  expect(isSamePlace('2001:db8:1:2::1', '2001:db8:1:3::1')).toBe(false);
  expect(callerAddress('::ffff:7f00:1', '203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(isLocal('::ffff:7f00:1')).toBe(true);
});
