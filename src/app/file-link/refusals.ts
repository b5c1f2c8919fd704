import type { FileLinkRefusal } from '#contract/reports/file-link.ts';

/** The reasons in the page's address. */
export const REFUSALS = ['gone', 'later', 'too_large', 'failed'] as const satisfies readonly FileLinkRefusal[];
