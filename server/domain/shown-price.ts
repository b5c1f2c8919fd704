/**
 * SQL of a price per kilogram as the API and lists of an archive show it: five decimals, as an entered price has. The books have more (`round_price`).
 * Figures of reports have six (`shown`).
 */
export const shownPrice = (price: string) => `round(${price}, 5)`;

/** SQL of money at such a price, also with five decimals. */
export const shownMoney = (money: string) => `round(${money}, 5)`;

/** The same for a price that is read from JSON. */
export const roundToShown = (price: number): number => Math.round(price * 100_000) / 100_000;
