/** What the screens of signals are made of is a long list, which would stand in the shell: it comes with the first of them. */
export const loadPages = () => import('./pages.ts');
