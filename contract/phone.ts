/**
 * One number has one spelling, E.164: `+` and its digits, whatever parts them (`00 380 (67) 111-22-33`, `+44 (0)20 …`). Without a plus it is
 * taken as international, too; one that begins with a single nought is national, and stays as it is, to be refused.
 */
export function phoneOf(text: string): string {
  const bare = text.replace(/^(\s*(?:\+|00)[\s\d-]*)\(0\)/, '$1').replace(/[\s()[\]/.\u2010-\u2015-]/g, '');
  if (/^00\d/.test(bare)) return `+${bare.slice(2)}`;
  return /^[1-9]\d*$/.test(bare) ? `+${bare}` : bare;
}
