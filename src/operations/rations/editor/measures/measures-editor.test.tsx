import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { Wetting, Written } from './measures.ts';
import { MeasuresEditor } from './measures-editor.tsx';
import { WaterPart } from './water-part.tsx';

const FEEDS = [
  { id: 1, name: 'Silage', price: 1, dry_matter: 30 },
  { id: 2, name: 'Barley', price: 7, dry_matter: 88 },
  { id: 3, name: 'Premix', price: 60, dry_matter: 95 },
];
const NO_WATER: Wetting = { target_dry_matter: null, water: null };
let value: Written;
let wetting = NO_WATER;

function Form({ feed = FEEDS[1]! }) {
  const ingredients = FEEDS.with(1, feed);
  const [written, setWritten] = useState<Written>({
    basis: 'head_fresh',
    items: [1, 2].map((ingredient) => ({ ingredient, percent: null, amount: 5, hold: 'fresh', at: null })),
  });
  value = written;
  return (
    <MantineProvider theme={theme} env="test">
      <MeasuresEditor
        value={written}
        water={NO_WATER}
        ingredients={ingredients}
        feeds={new Map(ingredients.map((one) => [one.id, one]))}
        perHead={40}
        onPerHead={() => undefined}
        onChange={setWritten}
        errors={{}}
        readOnly={false}
      />
    </MantineProvider>
  );
}

beforeAll(async () => {
  await startI18n('en');
});

test('a nutritionist’s sheet is pasted in kilograms per head; typing in another column makes it the ration’s basis', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const fresh = await screen.findByRole<HTMLInputElement>('textbox', { name: 'kg per head, as fed: Silage' });
  await user.click(fresh);
  await user.paste('Silage\t42\nBarley\t5.988\nPremix\t0.012');
  expect(value).toMatchObject({ basis: 'head_fresh', items: [{ amount: 42 }, { amount: 5.988 }, { ingredient: 3, amount: 0.012 }] });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '% of the load, as fed: Premix' }).value).toBe('0.025');
  const dry = screen.getByRole<HTMLInputElement>('textbox', { name: 'kg per head, dry matter: Silage' });
  expect(dry.value).toBe('12.6');
  await user.clear(dry);
  await user.type(dry, '15');
  expect(value).toMatchObject({ basis: 'head_dry', items: [{ amount: 15 }, { amount: 5.26944 }, { amount: 0.0114 }] });
  expect(fresh.value).toBe('50');
});

test('a feed without dry matter, for example water, disables dry input', async () => {
  render(<Form feed={{ id: 2, name: 'Water', price: 0, dry_matter: 0 }} />);
  const dry = await screen.findByRole<HTMLInputElement>('textbox', { name: 'kg per head, dry matter: Silage' });
  expect(dry.readOnly).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '% of the load, as fed: Silage' }).readOnly).toBe(false);
});

function Wet() {
  const [given, setGiven] = useState(NO_WATER);
  const ingredients = [...FEEDS, { id: 4, name: 'Water', price: 0, dry_matter: 0 }];
  wetting = given;
  return (
    <MantineProvider theme={theme} env="test">
      <WaterPart
        value={given}
        written={{
          basis: 'head_fresh',
          items: [2, 3].map((ingredient) => ({ ingredient, percent: null, amount: 10, hold: 'fresh', at: null })),
        }}
        ingredients={ingredients}
        feeds={new Map(ingredients.map((one) => [one.id, one]))}
        perHead={40}
        errors={{}}
        readOnly={false}
        onChange={setGiven}
      />
    </MantineProvider>
  );
}

test('a typed target dry matter adds the farm’s water and shows its amount', async () => {
  const user = userEvent.setup();
  render(<Wet />);
  await user.type(await screen.findByRole('textbox', { name: 'Dry matter of the mix' }), '50');
  expect(wetting).toEqual({ target_dry_matter: 50, water: 4 });
  expect(screen.getByRole('status').textContent).toBe('Water: 16.6\u00a0kg per head, with it 36.6\u00a0kg as fed');
  await user.clear(screen.getByRole('textbox', { name: 'Dry matter of the mix' }));
  await user.type(screen.getByRole('textbox', { name: 'Dry matter of the mix' }), '95');
  expect(screen.getByRole('status').textContent).toBe('The mix has 91.5% dry matter by itself: nothing is added');
});
