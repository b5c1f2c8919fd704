import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of secrets by Standard Webhooks. The rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

interface Signed {
  id: string;
  /** Seconds since 1970, at the attempt. */
  timestamp: number;
  body: string;
}

/** The header `webhook-signature` of Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
export function signWebhook(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
