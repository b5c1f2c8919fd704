import type { CSSProperties } from 'react';
import { round } from '#common/format/decimal.ts';

/** Digits and letters are about twice as wide as a comma or a space. */
const isWide = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** Width of a number in em: a long one is set smaller, so that it is never cut. */
export const widthOf = (text: string): CSSProperties => {
  const ems = [...text].reduce((sum, sign) => sum + (isWide(sign) ? 0.67 : 0.34), 0);
  return { '--ems': String(round(Math.max(1, ems), 2)) } as CSSProperties;
};
