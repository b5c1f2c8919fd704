/** Widths of characters of 12 px in the page's font: narrow, usual, digits and signs, wide. */
const [SLENDER, USUAL, FIGURE, BROAD] = [4, 7, 7.7, 9.5];

const WIDTHS: readonly [RegExp, number][] = [
  [/[iljtfrIїі .,:;|'’()[\]/-]/, SLENDER],
  [/[\d+−–]/, FIGURE],
  [/[mwMWШЩЮЖМФшщюжмфы…]/, BROAD],
];

/** Estimated px of a text on a chart before it is drawn, rather too large than too small. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([which]) => which.test(one))?.[1] ?? USUAL), 0);

export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
