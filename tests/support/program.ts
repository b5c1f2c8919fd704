import { isBuilt } from '#scripts/build.mjs';

/**
 * What Node runs for a program of `bin`: as it was built, where the build is of these very sources, for that is loaded in a tenth of the
 * time; else its source.
 */
export const programOf = (name: 'main' | 'archive'): string[] =>
  isBuilt('server') ? [`dist/server/${name}.js`] : ['--import', 'tsx', `bin/${name}.ts`];
