import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useRef } from 'react';
import type { Resource, RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ConflictSource } from '#src/core/ui/version-conflict.tsx';
import { demandConfirmed } from './ask-unusual.ts';
import { type Draft, draftOf } from './draft.ts';
import { type SaveOptions, useSave } from './queries.ts';
import { chooseSpelling } from './spelling.ts';

type Labels<Values> = ConflictSource<Values>['labels'];

interface ResourceFormOptions<R extends Resource, Values extends object>
  extends SaveOptions,
    Pick<ConflictSource<NoInfer<Values>>, 'show'> {
  /** null for a new row. */
  row: RowOf<R> | null;
  /** Form values of a row; by default the contract's fields. */
  valuesOf?: (row: RowOf<R> | null) => Values;
  /** Additional initial values of a new row. */
  begins?: NoInfer<Partial<Values>>;
  /** The body to send; by default the values. */
  bodyOf?: (values: NoInfer<Values>) => object;
  validate?: UseFormInput<Values>['validate'];
  /** Labels of the fields, for the comparison with another person's save. */
  labels: NoInfer<Labels<Values> | ((values: Values) => Labels<Values>)>;
}

/** Input of `FormModal` for a resource. */
export interface ResourceForm<R extends Resource, Values extends object> {
  form: UseFormReturnType<Values>;
  save: (values: Values) => Promise<RowOf<R>>;
  conflict: ConflictSource<Values> | undefined;
}

/** A row's form: its initial values, its saving, and the display of another person's earlier save. */
export function useResourceForm<R extends Resource, Values extends object = Draft<R>>(
  resource: R,
  options: ResourceFormOptions<R, Values>,
): ResourceForm<R, Values> {
  const { row, begins, bodyOf, labels, show, validate, farm } = options;
  const valuesOf = options.valuesOf ?? ((from: RowOf<R> | null) => draftOf(resource, from) as unknown as Values);
  const mutation = useSave(resource, options);
  const format = useFormat();
  const form = useForm<Values>({ initialValues: row ? valuesOf(row) : { ...valuesOf(null), ...begins }, validate });
  // If a later step failed after saving, the second attempt changes the row instead of adding another.
  const saved = useRef((row as { id?: number } | null)?.id);

  const labelsFor = (values: Values) => (typeof labels === 'function' ? labels(values) : labels);
  const save = async (values: Values) => {
    const body = bodyOf ? bodyOf(values) : values;
    await demandOneAlphabet(values, row);
    await demandConfirmed(resource, { id: saved.current, values: body, farm, labels: labelsFor(values), format });
    const answer = await mutation.mutateAsync({ id: saved.current, values: body });
    const { id, version } = answer as { id: number; version?: number };
    saved.current = id;
    if ('version' in values) form.setValues({ version } as unknown as Partial<Values>);
    return answer;
  };
  /** Asks about a new name with Latin letters in a Cyrillic word. The form shows the Cyrillic spelling if a person prefers it. */
  const demandOneAlphabet = async (values: Values, stored: RowOf<R> | null) => {
    const { name } = values as { name?: unknown };
    if (typeof name !== 'string' || name === (stored as { name?: string } | null)?.name) return;
    const spelling = await chooseSpelling(name);
    if (spelling === name) return;
    form.setValues({ name: spelling } as unknown as Partial<Values>);
    throw new DOMException('', 'AbortError');
  };
  const load = async () => valuesOf((await api.get<RowOf<R>>(`${resource.path}/${saved.current}/`, { farm })).data);
  const conflict = () => ({ labels: labelsFor(form.getValues()), show, load });
  return { form, save, conflict: row ? conflict() : undefined };
}
