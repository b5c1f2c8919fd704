import { expect, it } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { shareOfPlan } from './share-of-plan.ts';

const format = createFormatter({ language: 'uk', units: 'kg', clock: '24', timezone: 'Europe/Kyiv' });

it.each([
  [4874, 4829, '100,9\u00a0%'],
  [4828, 4829, '99,9\u00a0%'],
  [4829, 4829, '100,0\u00a0%'],
  [0, 4829, '0\u00a0%'],
  [40, 0, null],
])('%d kg of %d kg planned are %s', (fact, plan, text) => expect(shareOfPlan(format, fact, plan)).toBe(text));
