import { useState } from 'react';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { PER_HEAD_KG } from '#src/operations/rations/per-head.ts';
import { type ShortBasis, useKeptBasis } from './kept-basis.ts';
import { isPlain, isPlainByHead, toPlainShares, type Wetting, type Written, writtenIn } from './measures/measures.ts';
import { loadOf } from './measures/mixed-load.ts';
import type { useRationForm } from './use-ration-form.ts';
import type { RationValues } from './values.ts';

type Form = ReturnType<typeof useRationForm>['form'];

const isDried = ({ target_dry_matter, water }: Wetting) => target_dry_matter === null && water === null;
const isShort = (one: Written) => isPlain(one) || isPlainByHead(one);

/** How a ration's parts are written: short, as shares or kilograms per head, or with all measures and water. */
export function useWriting(form: Form, first: RationValues, feeds: ReadonlyMap<number, RecipeIngredient>) {
  const { basis, items, target_dry_matter, water } = form.values;
  const written: Written = { basis, items };
  const wetting: Wetting = { target_dry_matter, water };
  const [more, setMore] = useState(() => !isShort(first) || !isDried(first));
  const [, keepBasis] = useKeptBasis();
  const [typedPerHead, setPerHead] = useState<number | null>(PER_HEAD_KG);
  const perHead = typedPerHead ?? PER_HEAD_KG;
  const plain = isShort(written) && isDried(wetting);
  const write = ({ basis: nextBasis, items: nextItems }: Written) => {
    form.setValues({ basis: nextBasis, items: nextItems });
    // Parts may have moved, so errors would be at wrong parts.
    for (const path of Object.keys(form.errors)) if (path.startsWith('items')) form.clearFieldError(path);
  };
  return {
    written,
    wetting,
    perHead,
    setPerHead,
    plain,
    wide: more || !plain,
    setMore,
    load: loadOf(written, wetting, feeds, perHead),
    write,
    writeWater(next: Wetting) {
      // The water's feed can't be an ordinary part, too.
      form.setValues({ ...next, items: items.filter(({ ingredient }) => ingredient === null || ingredient !== next.water) });
      for (const field of ['target_dry_matter', 'water']) form.clearFieldError(field);
    },
    turn(next: ShortBasis) {
      keepBasis(next);
      write(next === 'load_fresh' ? toPlainShares(written, feeds, perHead) : writtenIn(written, next, feeds, perHead));
    },
  };
}

export type Writing = ReturnType<typeof useWriting>;
