import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rations } from '#contract/operations/rations.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { chooseSpelling } from '#src/core/resource/spelling.ts';
import { useFirstWrong } from '#src/core/ui/first-wrong.ts';
import { useUnsavedGuard } from '#src/core/ui/unsaved-guard.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { type Feeds, inputOf } from './measures/measures.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { type RationValues, rationErrors, rationValues } from './values.ts';

interface RationForm {
  farm: number;
  /** null for a new one. */
  ration: Ration | null;
  /** Initial values of a new one. */
  first: RationValues;
  onCreated: (ration: Ration) => void;
  /** Identifies the draft on this device. */
  place: string;
  feeds: Feeds;
}

/** Names of the amounts by their path in the request, for questions about unusual ones. */
const nameAmounts = (items: readonly { ingredient: number | null }[], feeds: Feeds) =>
  Object.fromEntries(items.map(({ ingredient }, at) => [`items.${at}.amount`, feeds.get(ingredient ?? 0)?.name]));

/** The editor's form: saving, errors at their fields, and another person's earlier save. */
export function useRationForm({ farm, ration, first, onCreated, place, feeds }: RationForm) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm<RationValues>({ initialValues: first, validate: (values) => rationErrors(t, values) });
  const format = useFormat();
  const save = useSave(rations, { farm, touches: [{ id: 'schedules' }] });
  const [problems, setProblems] = useState<string[]>([]);
  const [fields, seekFirstWrong] = useFirstWrong();
  const [stale, setStale] = useState(false);
  const [created, setCreated] = useState<Ration | null>(null);
  const dirty = form.isDirty();
  const draft = useKeptDraft(form, place, first, dirty);
  useUnsavedGuard(dirty, draft.forget);

  const adopt = (row: Ration) => {
    const values = rationValues(row, farm);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    draft.forget();
    setStale(false);
  };

  // Leaves after the form counts as saved, so that no question about unsaved changes appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a ration that was just created redirects
  useEffect(() => {
    if (created) onCreated(created);
  }, [created]);

  // Shows another person's save at once if nothing was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer ration matters
  useEffect(() => {
    if (ration && !dirty && (form.getValues().version ?? 0) < ration.version) adopt(ration);
  }, [ration?.version]);

  const showFailure = (error: unknown) => {
    if (error instanceof ApiError && error.has('stale_version')) return setStale(true);
    setProblems(error instanceof ApiError ? putErrors(form, error, t) : [failureText(t, error)]);
    seekFirstWrong();
  };
  const submit = form.onSubmit(async (values) => {
    setProblems([]);
    const name = values.name === ration?.name ? values.name : await chooseSpelling(values.name);
    if (name !== values.name) return form.setFieldValue('name', name);
    const body = { ...values, ...inputOf(values, feeds) };
    const labels = nameAmounts(body.items, feeds);
    if (!(await confirmUnusual(rations, { id: ration?.id, values: body, farm, labels, format }))) return;
    try {
      const saved = await save.mutateAsync({ id: ration?.id, values: body });
      adopt(saved);
      if (!ration) setCreated(saved);
    } catch (error) {
      showFailure(error);
    }
  }, seekFirstWrong);

  return { form, fields, submit, adopt, draft, dirty, problems, stale, settled: () => setStale(false), saving: save.isPending };
}
