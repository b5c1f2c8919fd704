import { toSearchText } from '#common/texts/search-text.ts';

const NOWHERE = 0;
/** Fewer letters match only at the beginning of a word, because inside words they would match too much. */
const TELLING = 4;

/** Rank of a word in a text: at the text's beginning, at the beginning of a word, or inside one. */
function wordRank(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return NOWHERE;
  if (at === 0) return 3;
  if (text.match(/[\p{L}\p{N}]+/gu)?.some((one) => one.startsWith(word))) return 2;
  return word.length < TELLING ? NOWHERE : 1;
}

/**
 * Returns what matches the typed text, best first: matches in the name before synonyms. Every typed word must match; an empty text matches
 * all.
 */
export function matching<T>(all: readonly T[], typed: string, textsOf: (one: T) => { name: string; words: string }): T[] {
  const words = toSearchText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  const computeRank = (one: T) => {
    const { name, words: synonyms } = textsOf(one);
    const [first, second] = [toSearchText(name), toSearchText(synonyms)];
    const ranks = words.map((word) => Math.max(wordRank(first, word) * 4, wordRank(second, word)));
    return ranks.includes(NOWHERE) ? NOWHERE : ranks.reduce((sum, rank) => sum + rank);
  };
  return all
    .map((one) => ({ one, rank: computeRank(one) }))
    .filter(({ rank }) => rank > NOWHERE)
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}
