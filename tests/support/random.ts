import fc from 'fast-check';

const SEED = 20_261_128;

// `npm test` uses the same random cases in each run, so that only a change causes a new failure. `npm run test:long` draws new ones.
if (process.env.TEST_LONG !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
