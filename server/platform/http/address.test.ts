import { expect, it } from 'vitest';
import { addressList, areAddresses, callerAddress, isLocal } from './address.ts';

const proxies = addressList(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);

it.each([
  // A stranger's word is not taken.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  // A proxy's is, and only the last word of it.
  ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.5', '203.0.113.9', '203.0.113.9'],
  // Through several, each trusted.
  ['127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3, ::ffff:10.0.0.5', '203.0.113.9'],
  ['fd00::7', '2001:db8::1', '2001:db8::1'],
  ['10.2.0.1', '203.0.113.9', '10.2.0.1'],
  // What is no address names nobody.
  ['127.0.0.1', '4711', '127.0.0.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['', undefined, ''],
])('a request of %s, forwarded for %s, is of %s', (peer, forwarded, caller) => {
  expect(callerAddress(peer, forwarded, proxies)).toBe(caller);
});

it('knows this machine and what an address is', () => {
  expect(['', '127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '2001:db8::1'].map(isLocal)).toEqual([true, true, true, true, false, false]);
  expect(areAddresses(['10.0.0.5', '10.0.0.0/8', '::1', 'fd00::/8'])).toBe(true);
  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '::1/129']) expect(areAddresses([wrong]), wrong).toBe(false);
});
