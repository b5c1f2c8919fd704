/** The service worker keeps what the page is made of, so that it opens without a network. It comes with the build, not with the watch mode. */
export async function keepOffline() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage({ keep: loaded.filter((name) => name.includes('/assets/')) });
  } catch {
    // A browser that forbids it (a private window, a full disk) works as before, with the network.
  }
}
