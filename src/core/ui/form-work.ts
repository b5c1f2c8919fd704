import { createContext, use, useEffect, useRef } from 'react';

/**
 * Completes what a field has started, such as adding a row for a typed name. Rejects if the field shows an error; undefined if there is
 * nothing to complete.
 */
export type Finish = () => Promise<unknown> | undefined;

/** Fields with unfinished work when the form is saved; the save completes each of them first. */
export const FormWork = createContext<Set<Finish>>(new Set());

/** Registers a field at its form for as long as the field is shown. */
export function useFormWork(finish: Finish) {
  const fields = use(FormWork);
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    const ownFinish: Finish = () => latest.current();
    fields.add(ownFinish);
    return () => {
      fields.delete(ownFinish);
    };
  }, [fields]);
}
