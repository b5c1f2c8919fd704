import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMergedRef } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useStore } from '#src/core/api/store.ts';
import { askDiscard } from './confirm.ts';
import { useFirstWrong } from './first-wrong.ts';
import classes from './form-modal.module.css';
import { FormProblems } from './form-problems.tsx';
import { type Finish, FormWork } from './form-work.ts';
import { questions } from './question.ts';
import { useReturnFocus } from './return-focus.ts';
import { type ConflictSource, VersionConflict } from './version-conflict.tsx';

interface FormModalProps<Values extends object> {
  onClose: () => void;
  title: string;
  form: UseFormReturnType<Values>;
  /** Sends the values; its errors are shown at the fields. The modal closes when it resolves. */
  save: (values: Values) => Promise<unknown>;
  /** Loads the other version after a conflict (409). */
  conflict?: ConflictSource<Values>;
  /** Cancels a long save, which then throws an AbortError; the form stays as it is. */
  onStop?: () => void;
  submitLabel?: string;
  readOnly?: boolean;
  size?: ModalProps['size'];
  children: ReactNode;
}

/** Marks the first field, so that the modal's focus trap starts there. */
function markFirstField(form: HTMLFormElement | null) {
  form?.querySelector('input:not([type=hidden]), textarea, select')?.setAttribute('data-autofocus', 'true');
}

/** Enter saves, but on a list field it opens the list, so that nobody saves an incomplete form by accident. */
function openList(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event;
  if (
    event.key !== 'Enter' ||
    event.defaultPrevented ||
    !(target instanceof HTMLInputElement) ||
    target.getAttribute('aria-haspopup') !== 'listbox'
  )
    return;
  event.preventDefault();
  if (target.getAttribute('aria-expanded') !== 'true') target.click();
}

/** A form in a modal: Enter saves, Esc asks if something was typed, errors are shown at their fields, and nothing typed is lost. */
export function FormModal<Values extends object>(props: FormModalProps<Values>) {
  const { onClose, title, form, save, conflict, onStop, submitLabel, readOnly = false, size = 'md', children } = props;
  const { t } = useTranslation('core');
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const [stale, setStale] = useState(false);
  /** True if the entered values have errors. */
  const [wrong, setWrong] = useState(false);
  const [fields, seekFirstWrong] = useFirstWrong();
  const mark = useMergedRef(fields, markFirstField);
  const [fieldWork] = useState(() => new Set<Finish>());
  // While a question is open, Esc only answers the question.
  const questioned = useStore(questions).length > 0;

  const requestClose = async () => {
    if (busy || (!readOnly && form.isDirty() && !(await askDiscard()))) return;
    onClose();
  };

  const refused = (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (error instanceof ApiError && error.status === 409 && error.has('stale_version') && conflict) return setStale(true);
    if (!(error instanceof ApiError)) return setProblems([failureText(t, error)]);
    setProblems(putErrors(form, error, t));
    seekFirstWrong();
    setWrong(error.status === 400 && Object.keys(error.errors).some((path) => path !== 'detail'));
  };

  const incomplete = () => {
    seekFirstWrong();
    setWrong(true);
  };

  const submit = async (values: Values) => {
    setBusy(true);
    setProblems([]);
    setWrong(false);
    try {
      await save(values);
      form.resetDirty();
      onClose();
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };

  const submitForm = async (event: FormEvent) => {
    event.preventDefault();
    const unfinished = [...fieldWork].map((finish) => finish()).filter((work) => work !== undefined);
    try {
      if (unfinished.length > 0) {
        setBusy(true);
        await Promise.all(unfinished);
      }
    } catch {
      // The field shows its own error.
      return setBusy(false);
    }
    setBusy(false);
    form.onSubmit(submit, incomplete)();
  };

  return (
    <Modal
      closeOnEscape={!questioned}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
      opened
      onClose={requestClose}
      title={title}
      size={size}
      classNames={{ content: classes.content }}
    >
      <form ref={mark} onKeyDown={openList} onSubmit={submitForm} noValidate>
        <Stack>
          <FormProblems form={form} problems={problems} labels={conflict?.labels} />
          {stale && conflict && <VersionConflict form={form} source={conflict} onSettled={() => setStale(false)} />}
          <FormWork value={fieldWork}>{children}</FormWork>
          <div className={classes.foot}>
            {wrong && (
              <Text c="red" size="sm" ta="right" role="status">
                {t('core:errors.check_data')}
              </Text>
            )}
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={busy ? onStop : requestClose} disabled={busy && !onStop}>
                {t(readOnly ? 'core:actions.close' : 'core:actions.cancel')}
              </Button>
              {!readOnly && (
                <Button type="submit" loading={busy}>
                  {submitLabel ?? t('core:actions.save')}
                </Button>
              )}
            </Group>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
