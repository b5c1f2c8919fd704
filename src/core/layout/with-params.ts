/** Returns a function that changes some parameters of an address; null removes one. */
export const withParams = (changes: Readonly<Record<string, string | null>>) => (before: URLSearchParams) => {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
};
