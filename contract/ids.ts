/** The largest id of a row: the largest exact integer of a number. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Part of a regular expression that matches every id. Some matches exceed `MAX_ID` and need a check. */
export const ID_DIGITS = String.raw`\d{1,16}`;

/** A text of such digits only. */
export const ID_TEXT = new RegExp(`^${ID_DIGITS}$`);

/** True if the text is an identifier in decimal digits. Separate from the schemas, so that a page doesn't load the schemas for it. */
export const isIdText = (text: string): boolean => ID_TEXT.test(text) && Number(text) >= 1 && Number(text) <= MAX_ID;
