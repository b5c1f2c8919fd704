import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useMe } from '#src/core/api/session.ts';
import { readStored, writeStored } from './kept-basis.ts';
import type { RationValues } from './values.ts';

/** Pause of typing in ms after which the draft is stored. */
const PAUSE_MS = 400;

/** A stored draft, if it has the form's fields. */
function parseDraft(text: string | null, fields: RationValues): RationValues | null {
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as RationValues;
    return Array.isArray(draft.items) && Object.keys(draft).every((field) => field in fields) ? { ...fields, ...draft } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the input of a ration on this device, so that a closed browser loses nothing. A draft of an older version is saved under that
 * version, and the usual comparison with the newer one follows.
 */
export function useKeptDraft(form: UseFormReturnType<RationValues>, place: string, first: RationValues, dirty: boolean) {
  const key = `ration-draft:${useMe().id}:${place}`;
  const [restored, setRestored] = useState(false);
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is read once, when the form opens
  useEffect(() => {
    const draft = parseDraft(readStored(key), first);
    if (!draft) return;
    form.setValues(draft);
    setRestored(true);
  }, []);

  useEffect(() => {
    if (!dirty) return writeStored(key, null);
    const text = JSON.stringify(values);
    const timer = setTimeout(() => writeStored(key, text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, values, dirty]);

  const forget = () => {
    writeStored(key, null);
    setRestored(false);
  };
  const discard = () => {
    forget();
    form.setValues(first);
    form.resetDirty(first);
    form.clearErrors();
  };
  return { restored, forget, discard };
}
