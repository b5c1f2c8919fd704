import type { CSSProperties } from 'react';
import { round } from '#common/format/decimal.ts';

const isDigit = (sign: string) => sign >= '0' && sign <= '9';

/** How wide a number stands, in letters' heights: a long one is written smaller, so that it is never cut. */
export const widthOf = (text: string): CSSProperties => {
  const ems = [...text].reduce((sum, sign) => sum + (isDigit(sign) ? 0.67 : 0.34), 0);
  return { '--ems': String(round(Math.max(1, ems), 2)) } as CSSProperties;
};
