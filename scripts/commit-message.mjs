// Checks a commit's message: `area: imperative`, at most 72 characters, then an empty line. The hook and tests/commits.test.ts use it.
import { readFileSync } from 'node:fs';

const MAX_LENGTH = 72;
/** Subjects that git writes. */
const BY_GIT = /^(?:Merge |Revert "|(?:fixup|squash|amend)! )/;
const AREA = /^[a-z][a-z0-9-]*(?:[/.][a-z0-9-]+)*(?:, [a-z][a-z0-9-]*)*: /;
/** First words that end like another form of a verb, but are imperatives. */
const IMPERATIVES = /^(?:\w+ss|alias|canvas|focus|bus|need|embed|feed|seed|speed|shed|bring|ring|string|ping|swing)$/;
const NO_VERB =
  /^(?:a|an|the|this|that|these|those|it|its|they|he|she|we|one|two|three|what|who|whoever|where|when|how|why|of|for|from|in|on|at|by|to|with|without|as|if|no|not|none|every|each|all|more|is|are|was|were|has|have|can|may|must)$/;

/** The faults of a message, as sentences. An empty list means that the message is accepted. */
export function findFaults(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (BY_GIT.test(subject)) return [];
  const faults = [];
  if (subject.length > MAX_LENGTH) faults.push(`The subject has ${subject.length} characters; the maximum is ${MAX_LENGTH}.`);
  if (!AREA.test(subject)) faults.push('The subject must begin with the area in lower case and a colon, for example "stock: ".');
  else if (!isImperative(subject.replace(AREA, '')))
    faults.push('The text after the area must begin with an imperative, for example "add".');
  if (subject.trimEnd().endsWith('.')) faults.push('The subject must not end with a full stop.');
  if (second.trim()) faults.push('The second line must be empty.');
  return faults;
}

/** A heuristic: the first word is in lower case and isn't a known other word, a participle or a third person. */
function isImperative(text) {
  const word = /^[a-z][a-z-]*(?= |$)/.exec(text)?.[0];
  return Boolean(word) && !NO_VERB.test(word) && (IMPERATIVES.test(word) || !/(?:ed|ing|s)$/.test(word));
}

if (process.argv[2] && import.meta.filename === process.argv[1]) {
  const faults = findFaults(readFileSync(process.argv[2], 'utf8'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
