const LONG = process.env.TEST_LONG === '1';

/**
 * Returns how many random cases a property test tries: a quarter of `usual` and at least three in `npm test`, four times `usual` in `npm run test:long`.
 * For tests whose cases go through a server or a database; cases of pure functions cost nothing and keep fast-check's own number.
 */
export const countRuns = (usual: number): number => (LONG ? usual * 4 : Math.max(3, Math.ceil(usual / 4)));
