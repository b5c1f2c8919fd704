/** The largest identifier of a row: a number keeps no larger integer exactly. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A part of a regular expression that matches every identifier. Some matches are larger than `MAX_ID`: check them. */
export const ID_DIGITS = String.raw`\d{1,16}`;

/** A text of nothing but such digits. */
export const ID_TEXT = new RegExp(`^${ID_DIGITS}$`);

/** True if the text is an identifier in decimal digits. Separate from the schemas, so that a page doesn't load the schemas for it. */
export const isIdText = (text: string): boolean => ID_TEXT.test(text) && Number(text) >= 1 && Number(text) <= MAX_ID;
