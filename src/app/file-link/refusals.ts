import type { FileLinkRefusal } from '#contract/reports/file-link.ts';

/** What the address of the page may name. */
export const REFUSALS = ['gone', 'later', 'too_large', 'failed'] as const satisfies readonly FileLinkRefusal[];
