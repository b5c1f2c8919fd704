import { ID_DIGITS } from '#contract/ids.ts';
import { IdText } from '#contract/kinds.ts';

/** The secret of a link that needs no sign-in: `17-3-<seal>` names row 3 of client 17, `p9-3-<seal>` names row 3 of person 9. */
export interface SealedLink {
  kind: 'client' | 'person';
  owner: number;
  id: number;
  seal: string;
}

const PATTERN = new RegExp(`^(p?)(${ID_DIGITS})-(${ID_DIGITS})-([\\w-]{43})$`);

/** The parts of a link's secret; null if the text is no such secret. The caller compares the seal. */
export function parseSealedLink(secret: string): SealedLink | null {
  const [, person, ownerText, idText, seal] = PATTERN.exec(secret) ?? [];
  const owner = IdText.safeParse(ownerText).data;
  const id = IdText.safeParse(idText).data;
  if (owner === undefined || id === undefined || !seal) return null;
  return { kind: person ? 'person' : 'client', owner, id, seal };
}
