/** Loads the screens of signals with the first of them: their list of modules is too long to be in the shell. */
export const loadPages = () => import('./pages.ts');
