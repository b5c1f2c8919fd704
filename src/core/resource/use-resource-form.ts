import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useRef } from 'react';
import type { Resource, RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import type { ConflictSource } from '#src/core/ui/version-conflict.tsx';
import { type Draft, draftOf } from './draft.ts';
import { type SaveOptions, useSave } from './queries.ts';

type Labels<Values> = ConflictSource<Values>['labels'];

interface ResourceFormOptions<R extends Resource, Values extends object>
  extends SaveOptions,
    Pick<ConflictSource<NoInfer<Values>>, 'show'> {
  /** null = a new one. */
  row: RowOf<R> | null;
  /** The form's values of a row; the contract's fields by default. */
  valuesOf?: (row: RowOf<R> | null) => Values;
  /** What a new row begins with beside that. */
  begins?: NoInfer<Partial<Values>>;
  /** What is sent; the values by default. */
  bodyOf?: (values: NoInfer<Values>) => object;
  validate?: UseFormInput<Values>['validate'];
  /** The fields' names on screen, where somebody else's save is compared. */
  labels: NoInfer<Labels<Values> | ((values: Values) => Labels<Values>)>;
}

/** What `FormModal` takes of a resource. */
export interface ResourceForm<R extends Resource, Values extends object> {
  form: UseFormReturnType<Values>;
  save: (values: Values) => Promise<RowOf<R>>;
  conflict: ConflictSource<Values> | undefined;
}

/** A row's form: what it begins with, how it is saved, and how somebody else's save is shown when that came first. */
export function useResourceForm<R extends Resource, Values extends object = Draft<R>>(
  resource: R,
  options: ResourceFormOptions<R, Values>,
): ResourceForm<R, Values> {
  const { row, begins, bodyOf, labels, show, validate, farm } = options;
  const valuesOf = options.valuesOf ?? ((from: RowOf<R> | null) => draftOf(resource, from) as unknown as Values);
  const mutation = useSave(resource, options);
  const form = useForm<Values>({ initialValues: row ? valuesOf(row) : { ...valuesOf(null), ...begins }, validate });
  // A row that was saved before something after it failed is changed by the second try, not made twice.
  const saved = useRef((row as { id?: number } | null)?.id);

  const save = async (values: Values) => {
    const answer = await mutation.mutateAsync({ id: saved.current, values: bodyOf ? bodyOf(values) : values });
    const { id, version } = answer as { id: number; version?: number };
    saved.current = id;
    if ('version' in values) form.setValues({ version } as unknown as Partial<Values>);
    return answer;
  };
  const load = async () => valuesOf((await api.get<RowOf<R>>(`${resource.path}/${saved.current}/`, { farm })).data);
  const conflict = () => ({ labels: typeof labels === 'function' ? labels(form.getValues()) : labels, show, load });
  return { form, save, conflict: row ? conflict() : undefined };
}
