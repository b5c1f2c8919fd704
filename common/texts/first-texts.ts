/** Texts that every page begins with. */
export const FIRST_TEXTS = ['core'] as const;
/** Those that come beside the shell, whose menu names screens of all features. */
export const SHELL_TEXTS = ['operations', 'reports', 'admin'] as const;
