import { expect, test } from 'vitest';
import { findBiAddress } from './bi-address.ts';

const none = { databaseUrl: undefined, listenDatabaseUrl: undefined, databaseListen: undefined, biAddress: undefined, publicUrl: '' };

test('the embedded database has no address until it listens', () => {
  expect(findBiAddress(none)).toBeNull();
  expect(findBiAddress({ ...none, databaseListen: '10.0.0.5,10.0.1.5' })).toEqual({ host: '10.0.0.5', port: 5432, database: 'manger' });
  expect(findBiAddress({ ...none, databaseListen: '*', publicUrl: 'https://farm.example.com:8443' })).toEqual({
    host: 'farm.example.com',
    port: 5432,
    database: 'manger',
  });
});

test('an external database has the address of its URL, past a pooler', () => {
  const databaseUrl = 'postgresql://manger:secret@pooler:6432/herd?sslmode=require';
  expect(findBiAddress({ ...none, databaseUrl })).toEqual({ host: 'pooler', port: 6432, database: 'herd' });
  const listenDatabaseUrl = 'postgresql://manger:secret@db.example.com/herd';
  expect(findBiAddress({ ...none, databaseUrl, listenDatabaseUrl })).toEqual({ host: 'db.example.com', port: 5432, database: 'herd' });
});

test('BI_ADDRESS replaces host and port', () => {
  expect(findBiAddress({ ...none, databaseListen: '*', biAddress: 'bi.example.com:15432' })).toEqual({
    host: 'bi.example.com',
    port: 15432,
    database: 'manger',
  });
});
