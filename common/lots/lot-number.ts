/** Entries that bring a lot of feed into a store, with the letter of the lot's own number. */
export const LOT_LETTERS = { delivery: 'D', harvest: 'H', batch: 'B', transfer: 'T', opening: 'O', craft: 'C', count: 'F' } as const;
export type LotKind = keyof typeof LOT_LETTERS;

/** The number of a lot: the given one, otherwise a letter and the number of the entry. `lot_number` is the same function in SQL. */
export const lotNumber = (kind: LotKind, id: number, given: string): string => given || `${LOT_LETTERS[kind]}-${id}`;
