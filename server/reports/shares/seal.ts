import { createHmac, timingSafeEqual } from 'node:crypto';
import { SHARED_REPORT_PAGE } from '#contract/reports/file-link.ts';
import type { Services } from '#server/platform/context.ts';
import { parseSealedLink } from '#server/platform/sealed-link.ts';
import { type Owner, prefixOf } from '#server/reports/subscriptions/owner.ts';

export interface Share {
  owner: Owner;
  id: number;
}

const sealShare = (key: string, { owner, id }: Share) =>
  createHmac('sha256', key)
    .update(`a report to read${owner.kind === 'person' ? ' of a person' : ''}\n${owner.id}\n${id}`)
    .digest('base64url');

export const urlOf = ({ publicUrl, secret }: Pick<Services, 'publicUrl' | 'secret'>, share: Share): string =>
  `${publicUrl}${SHARED_REPORT_PAGE}/${prefixOf(share.owner)}${share.owner.id}-${share.id}-${sealShare(secret, share)}`;

/** The share whose secret it is; null when it is nobody's. */
export function shareOf({ secret: key }: Pick<Services, 'secret'>, secret: string): Share | null {
  const link = parseSealedLink(secret);
  if (!link) return null;
  const share = { owner: { kind: link.kind, id: link.owner }, id: link.id };
  return timingSafeEqual(Buffer.from(link.seal), Buffer.from(sealShare(key, share))) ? share : null;
}
