/** Texts that every page loads. */
export const FIRST_TEXTS = ['core'] as const;
/** Texts that the shell loads, because its menu contains names of screens from all features. */
export const SHELL_TEXTS = ['operations', 'reports', 'admin'] as const;
