/** True for `npm run test:long`. */
export const LONG = process.env.TEST_LONG === '1';

/**
 * Number of random cases of a property test that uses a server or a database: a quarter of `usual` and at least three in `npm test`, four
 * times `usual` in `npm run test:long`. Cases of pure functions are cheap and keep fast-check's own number.
 */
export const countRuns = (usual: number): number => (LONG ? usual * 4 : Math.max(3, Math.ceil(usual / 4)));
