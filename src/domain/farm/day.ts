const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day out of an address; null when it is none. */
export const dayOf = (text: string | null): string | null => (text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null);
