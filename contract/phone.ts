/**
 * The one spelling of a number, E.164: `+` and its digits, without separators (`00 380 (67) 111-22-33`, `+44 (0)20 …`). A number without
 * plus counts as international. A national one, with a single leading zero, stays unchanged and is refused later.
 */
export function phoneOf(text: string): string {
  const bare = text.replace(/^(\s*(?:\+|00)[\s\d-]*)\(0\)/, '$1').replace(/[\s()[\]/.\u2010-\u2015-]/g, '');
  if (/^00\d/.test(bare)) return `+${bare.slice(2)}`;
  return /^[1-9]\d*$/.test(bare) ? `+${bare}` : bare;
}
