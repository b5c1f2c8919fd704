const heading = (key: string) => ({ group: `reports:heading.${key}` });

/** Headings that several reports share. */
export const COST = heading('cost');
export const HEAD = heading('head');
export const LEFTOVERS = heading('leftovers');
export const QUALITY = heading('quality');
export const STOCK = heading('stock');
export const TIMES = heading('times');
export const WEIGHT = heading('weight');
