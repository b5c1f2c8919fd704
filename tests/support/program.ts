import { isBuilt } from '#scripts/build.mjs';

/**
 * Node's arguments for a program of `bin`: the built one if it matches the sources, because it loads in a tenth of the time, otherwise the
 * source.
 */
export const programOf = (name: 'main' | 'archive'): string[] =>
  isBuilt('server') ? [`dist/server/${name}.js`] : ['--import', 'tsx', `bin/${name}.ts`];
