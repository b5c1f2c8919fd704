const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of an address; null for an invalid one. */
export const dayOf = (text: string | null): string | null => (text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null);
