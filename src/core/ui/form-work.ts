import { createContext } from 'react';

/** Takes what a field is still making, as a kind that is added while it is chosen: the form's save waits for it. */
export const FormWork = createContext<(work: Promise<unknown>) => void>(() => {});
