import type { Findings } from './group.ts';

const MAX_NOTES = 40;

/** Counts a group's results. Each fault, leak and loss adds a line with its description. */
export function createTally(seed: number) {
  const findings: Findings = { tries: 0, faults: 0, leaks: 0, lost: 0, notes: [`seed ${seed}`] };
  const note = (text: string) => {
    if (findings.notes.length < MAX_NOTES && !findings.notes.includes(text)) findings.notes.push(text);
  };
  const count = (what: 'faults' | 'leaks' | 'lost', called: string) => (text: string) => {
    findings[what] += 1;
    note(`${called}: ${text}`);
  };
  return {
    findings,
    note,
    tried(many = 1) {
      findings.tries += many;
    },
    fault: count('faults', 'fault'),
    leak: count('leaks', 'leak'),
    lost: count('lost', 'lost'),
  };
}

export type Tally = ReturnType<typeof createTally>;
