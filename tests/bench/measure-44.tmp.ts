import { measureOwners } from './measure-owners.ts';
const quartile = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const { statements, packs, kilograms } = await measureOwners(25, 60);
console.log(`statements of 12 owners x 31 days: median ${middle(statements).toFixed(0)} ms, lowest ${Math.min(...statements).toFixed(0)} ms of ${statements.length} runs (limit 300)`);
console.log(`recording of 40 feeds: in packs ${quartile(packs).toFixed(1)} ms, in kilograms ${quartile(kilograms).toFixed(1)} ms, ratio of lowest quartiles ${(quartile(packs) / quartile(kilograms)).toFixed(3)} of ${packs.length} runs each (limit 1.05)`);
