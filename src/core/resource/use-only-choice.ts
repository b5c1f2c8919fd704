import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';

/** Chooses the only row of a loaded list in an empty field of a new row. The form doesn't count the choice as typed. */
export function useOnlyChoice<Values extends object>(
  form: UseFormReturnType<Values>,
  field: keyof Values & string,
  rows: readonly { id: number }[] | undefined,
  isNew: boolean,
): void {
  const only = rows?.length === 1 ? rows[0]!.id : undefined;
  const empty = form.getValues()[field] === null;
  const choose = useEffectEvent((id: number) => {
    const untouched = !form.isDirty();
    form.setValues({ [field]: id } as unknown as Partial<Values>);
    if (untouched) form.resetDirty({ ...form.getValues(), [field]: id });
  });
  useEffect(() => {
    if (isNew && empty && only !== undefined) choose(only);
  }, [isNew, empty, only]);
}
