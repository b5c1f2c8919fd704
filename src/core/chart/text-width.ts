/** How wide characters of 12 px are, as the page's font draws them: slender ones, most, figures and signs, broad ones. */
const [SLENDER, USUAL, FIGURE, BROAD] = [4, 7, 7.7, 9.5];

const WIDTHS: readonly [RegExp, number][] = [
  [/[iljtfrIїі .,:;|'’()[\]/-]/, SLENDER],
  [/[\d+−–]/, FIGURE],
  [/[mwMWШЩЮЖМФшщюжмфы…]/, BROAD],
];

/** What a text takes on a chart, before it is drawn: px, a little more rather than less. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([which]) => which.test(one))?.[1] ?? USUAL), 0);

export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
