// The parts of d3-interpolate and d3-format that charts need: scales that place numbers. The packages' colours and number formats weigh 8
// KiB in the browser.

export const interpolateNumber = (from, to) => (share) => from * (1 - share) + to * share;
export const interpolateRound = (from, to) => (share) => Math.round(from * (1 - share) + to * share);
export { interpolateNumber as interpolate };

/** Replaces the functions for colours and number formats, which no chart calls. */
function absent() {
  throw new Error('This part of d3 is left out of the build: see vite.config.ts.');
}

export {
  absent as format,
  absent as formatPrefix,
  absent as formatSpecifier,
  absent as piecewise,
  absent as precisionFixed,
  absent as precisionPrefix,
  absent as precisionRound,
};
