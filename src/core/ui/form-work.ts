import { createContext, use, useEffect, useRef } from 'react';

/** Ends what a field has begun, such as adding a row for a typed name. Rejects if the field shows a problem; undefined if there is nothing to end. */
export type Settle = () => Promise<unknown> | undefined;

/** The fields of a form that may still be at work when the form is saved: the save settles each of them first. */
export const FormWork = createContext<Set<Settle>>(new Set());

/** Registers a field at its form for as long as the field is shown. */
export function useFormWork(settle: Settle) {
  const fields = use(FormWork);
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    const own: Settle = () => latest.current();
    fields.add(own);
    return () => {
      fields.delete(own);
    };
  }, [fields]);
}
