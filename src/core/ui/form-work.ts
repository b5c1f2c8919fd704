import { createContext, use, useEffect, useRef } from 'react';

/** Ends what a field has begun, such as adding a row for a typed name. Rejects if the field shows a problem; undefined if there is nothing to end. */
export type Finish = () => Promise<unknown> | undefined;

/** The fields of a form that may still be at work when the form is saved: the save finishes each of them first. */
export const FormWork = createContext<Set<Finish>>(new Set());

/** Registers a field at its form for as long as the field is shown. */
export function useFormWork(finish: Finish) {
  const fields = use(FormWork);
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    const own: Finish = () => latest.current();
    fields.add(own);
    return () => {
      fields.delete(own);
    };
  }, [fields]);
}
