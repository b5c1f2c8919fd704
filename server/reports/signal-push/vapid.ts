import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { deriveKey } from '#server/domain/at-rest.ts';

/** Contact of an installation without a public address. Push services require one. */
const NO_ADDRESS = 'mailto:manger@localhost.invalid';
/** Seconds that a push service keeps a notification for a browser that is off. */
const TTL = 86_400;

/** The installation's key pair (VAPID), derived from the server's key: browsers bind their subscriptions to it. */
export function readVapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  const key = deriveKey(secret, 'manger web push');
  pair.setPrivateKey(key);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') };
}

interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The encrypted request to a browser's push service. Throws on keys that aren't of a browser. */
export function buildPushRequest(
  { endpoint, p256dh, auth }: Device,
  text: string,
  { secret, publicUrl }: { secret: string; publicUrl: string },
) {
  const subject = publicUrl.startsWith('https:') ? publicUrl : NO_ADDRESS;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject, ...readVapidKeys(secret) },
    TTL,
    contentEncoding: 'aes128gcm',
  });
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body ?? Buffer.alloc(0),
  };
}
