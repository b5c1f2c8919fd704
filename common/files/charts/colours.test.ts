import { expect, test } from 'vitest';
import { chooseColours } from './colours.ts';

const of = (...keys: string[]) => chooseColours(keys.map((key) => ({ key })));

test('plan and budget are slate, and the fact next to them is green under any name', () => {
  expect(of('plan', 'fact')).toEqual(['var(--plan)', 'var(--fact)']);
  expect(of('delivery_plan', 'delivered')).toEqual(['var(--plan)', 'var(--fact)']);
});

test('colours are all different', () => {
  expect(of('fact', 'eaten')).toEqual(['var(--fact)', 'var(--straw)']);
  expect(of('given', 'delivered', 'loading_plan')).toEqual(['var(--fact)', 'var(--straw)', 'var(--plan)']);
  expect(of('given', 'fact')).toEqual(['var(--straw)', 'var(--fact)']);
  expect(chooseColours([{ key: 'cost' }, { key: 'base_cost', compares: 'base' }, { key: 'price' }])[2]).toBe('var(--straw)');
});
