import type { SIGNAL_PUSH_PATH, SignalPush } from '#contract/reports/signal-push.ts';
import { api } from '#src/core/api/api.ts';

/** A literal, because the contract's validation isn't needed here. */
export const PUSH_PATH: typeof SIGNAL_PUSH_PATH = 'user/signalpush';

/** False in a browser without notifications, and on a page that isn't served securely. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const findSubscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** The address of this browser at its push service; null while notifications are off. */
export const readOwnEndpoint = async (): Promise<string | null> => (canPush() ? ((await findSubscription())?.endpoint ?? null) : null);

const toText = (key: ArrayBuffer | null | undefined) =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
    : '';

/** Turns notifications on in this browser. Returns false if the person or the browser refuses them. */
export async function turnOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  // Another installation's key, or that of a former secret: a push service accepts only the key of the subscription.
  if (former && toText(former.options.applicationServerKey) !== key) await former.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api.post<SignalPush>(`${PUSH_PATH}/`, { body: { endpoint, keys } });
  return true;
}

/** Turns notifications off in a browser of the person. */
export async function turnOff({ id, endpoint }: { id: number; endpoint: string }): Promise<void> {
  await api.delete(`${PUSH_PATH}/${id}/`);
  const own = canPush() ? await findSubscription() : undefined;
  if (own?.endpoint === endpoint) await own.unsubscribe();
}
