/** Texts by their keys, level by level. */
export interface Texts {
  [key: string]: string | Texts;
}

/**
 * A language's texts by namespace. A file in a folder (`reports/inout.json`) contains the texts of one report, resource or screen under the
 * namespaces that load them. A file outside folders (`core.json`) is one namespace.
 */
export function mergeTexts(files: Iterable<readonly [path: string, texts: Texts]>): Record<string, Texts> {
  const all: Record<string, Texts> = {};
  for (const [path, texts] of files) add(all, path.includes('/') ? texts : { [path.replace('.json', '')]: texts }, path);
  return all;
}

function add(to: Texts, texts: Texts, path: string, parents = ''): void {
  for (const [key, value] of Object.entries(texts)) {
    const there = to[key];
    if (typeof value === 'string') {
      if (there !== undefined) throw new Error(`${path} says what another file says already: ${parents}${key}`);
      to[key] = value;
    } else {
      if (typeof there === 'string') throw new Error(`${path} has texts under another file’s text: ${parents}${key}`);
      const under = there ?? {};
      to[key] = under;
      add(under, value, path, `${parents}${key}.`);
    }
  }
}
