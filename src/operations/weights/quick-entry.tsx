import { Button, Paper } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weights } from '#contract/operations/weights.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { useFirstWrong } from '#src/core/ui/first-wrong.ts';
import { FormProblems } from '#src/core/ui/form-problems.tsx';
import { bodyOf, type GroupOption, labelWeights, type Values, WeightFields } from './weight-fields.tsx';
import classes from './weights.module.css';

interface QuickEntryProps {
  farm: number;
  groups: readonly GroupOption[];
  timezone: string;
  /** The values of the last entry, which are the defaults of the next. */
  begins: Partial<Values>;
  focus: boolean;
  onSaved: (values: Values) => void;
}

/** One weighing after the other: Enter saves, and the next begins at the heads. */
export function QuickEntry({ farm, groups, timezone, begins, focus, onSaved }: QuickEntryProps) {
  const { t } = useTranslation(['milk', 'operations', 'core']);
  const { form, save } = useResourceForm(weights, { row: null, begins, bodyOf, farm, labels: labelWeights(t) });
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [box, seekFirstWrong] = useFirstWrong();
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLInputElement>('[data-field="heads"]')?.focus();
  }, [focus, box]);

  const submit = async (values: Values) => {
    setBusy(true);
    setProblems([]);
    try {
      await save(values);
      onSaved(values);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setProblems(error instanceof ApiError ? putErrors(form, error, t) : [failureText(t, error)]);
      seekFirstWrong();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Paper
      withBorder
      component="form"
      ref={box}
      className={classes.entry}
      aria-label={t('operations:weights.create')}
      onSubmit={form.onSubmit(submit)}
      noValidate
    >
      <FormProblems form={form} problems={problems} />
      <WeightFields form={form} groups={groups} timezone={timezone} />
      <div className={classes.submit}>
        <Button type="submit" loading={busy}>
          {t('core:actions.save')}
        </Button>
      </div>
    </Paper>
  );
}
