import { asOwner, daysBack, onDemonstration } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 40;
/** An owner's, as home asks for them: at once. */
const BLOCKS = ['cost', 'wrong', 'farms'];

/** P17: the three blocks of an owner's home beside one report of the same days, in turns. */
export const benchHome = (): Promise<Figure[]> =>
  onDemonstration(({ url }) =>
    asOwner(url, async (ask) => {
      const days = await daysBack(url, 7);
      const timed = async (work: () => Promise<unknown>) => {
        const started = performance.now();
        await work();
        return performance.now() - started;
      };
      const [blocks, report]: [number[], number[]] = [[], []];
      for (let round = -3; round < ROUNDS; round += 1) {
        const ofBlocks = await timed(() => Promise.all(BLOCKS.map((block) => ask(`/api/report/home/${block}/`))));
        const ofReport = await timed(() => ask(`/api/report/dashboard/make/?${days}`));
        // The first rounds warm up.
        if (round < 0) continue;
        blocks.push(ofBlocks);
        report.push(ofReport);
      }
      return [
        figure(
          'P17',
          'the three blocks of an owner’s home, asked at once, against one overview of seven days',
          'ms',
          blocks,
          report,
          '≤ 1.2',
        ),
      ];
    }),
  );
