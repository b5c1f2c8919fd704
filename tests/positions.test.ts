import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as positions from '#scripts/positions.mjs';
import { projectRoot } from '#server/db/start-error.ts';

const modules = join(projectRoot, 'node_modules');

test('the replacement of two d3 packages has every name that scales import', () => {
  const scales = readFileSync(join(modules, 'd3-scale/dist/d3-scale.mjs'), 'utf8');
  const names = [...scales.matchAll(/^import \{ (.*) \} from 'd3-(?:interpolate|format)';$/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  expect(names).toContain('interpolateNumber');
  expect(Object.keys(positions)).toEqual(expect.arrayContaining(names));
});

test('positions between two numbers are linear, and interpolateRound rounds them', () => {
  const [plain, rounded] = [positions.interpolate(10, 25), positions.interpolateRound(10, 25)];
  expect([0, 0.25, 1].map(plain)).toEqual([10, 13.75, 25]);
  expect([0, 0.25, 1].map(rounded)).toEqual([10, 14, 25]);
});

test('charts never let a scale format a number', () => {
  const folder = join(modules, 'recharts/es6');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => /\.tickFormat\b/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
});
