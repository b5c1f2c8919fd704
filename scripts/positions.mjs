// What a chart needs of d3-interpolate and d3-format: its scales place things between two numbers, and format none. The colours and number formats
// of the packages themselves weigh 8 KiB in the browser.

export const interpolateNumber = (from, to) => (share) => from * (1 - share) + to * share;
export const interpolateRound = (from, to) => (share) => Math.round(from * (1 - share) + to * share);
export { interpolateNumber as interpolate };

/** Stands for the rest, by which scales of colours are put together and numbers are written. */
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
