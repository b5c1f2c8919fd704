/** As it is compared: small letters without their signs, so that what is typed in haste is found. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/[’ʼ'`]/g, '');

const NOWHERE = 0;
/** Fewer letters are found at the beginnings of words alone: within them they say too little. */
const TELLING = 4;

/** How well one word of a text is found: at its beginning, at the beginning of a word, within one. */
function wordRank(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return NOWHERE;
  if (at === 0) return 3;
  if (text.match(/[\p{L}\p{N}]+/gu)?.some((one) => one.startsWith(word))) return 2;
  return word.length < TELLING ? NOWHERE : 1;
}

/** What matches what was typed, the best first: by its name before its synonyms. Each word has to be found; nothing typed finds all. */
export function matching<T>(all: readonly T[], typed: string, textsOf: (one: T) => { name: string; words: string }): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  const rankOf = (one: T) => {
    const { name, words: synonyms } = textsOf(one);
    const [first, second] = [plain(name), plain(synonyms)];
    const ranks = words.map((word) => Math.max(wordRank(first, word) * 4, wordRank(second, word)));
    return ranks.includes(NOWHERE) ? NOWHERE : ranks.reduce((sum, rank) => sum + rank);
  };
  return all
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank > NOWHERE)
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}
