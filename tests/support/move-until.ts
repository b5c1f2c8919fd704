import { type Move, moveClient, type Step } from '#server/platform/cells/move/move.ts';

/** Moves a client, and is killed by itself before the step: nothing of the process is left to put anything right. */
const { until, ...move } = JSON.parse(process.argv[2] ?? '{}') as Move & { until: Step };
await moveClient({
  ...move,
  step: (step) => {
    if (step === until) process.kill(process.pid, 'SIGKILL');
  },
});
