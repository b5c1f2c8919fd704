import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

/** `user/signalpush/`: notifications of a client's signals in the caller's own browsers. */
export const SIGNAL_PUSH_PATH = 'user/signalpush';
export const MAX_PUSH_DEVICES = 10;

/** A browser that shows notifications. `gone_at` is set if its push service no longer has the address: the person turns it on there again. */
export const PushDevice = z
  .object({ id: Id, endpoint: z.string(), agent: z.string(), since: z.string(), gone_at: z.string().nullable() })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.infer<typeof PushDevice>;

/** `key` is the installation's public key (VAPID), which a browser needs for a subscription. */
export const SignalPush = z.object({ key: z.string(), devices: z.array(PushDevice) }).meta({ id: 'SignalPush' });
export type SignalPush = z.infer<typeof SignalPush>;

const Base64Url = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`));
/** A browser's `PushSubscription` as JSON. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({ p256dh: Base64Url(65), auth: Base64Url(16) }),
});
