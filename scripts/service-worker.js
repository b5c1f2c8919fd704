// Caches the built files of the shell and of the recording screen, so that they open without a network. The build inserts version and
// files. Answers of the API are never cached.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const CACHE = `manger-${VERSION}`;
/** All addresses of the application return this page. */
const PAGE = '/app';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES])));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('manger-') && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// The first visit loads its files before the worker exists, so the page sends their names.
self.addEventListener('message', (event) => {
  const urls = event.data?.keep ?? [];
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (const url of urls) if (isAsset(new URL(url)) && !(await cache.match(url))) await cache.add(url).catch(() => undefined);
  };
  event.waitUntil(keep());
});

const isAsset = (url) => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** Returns the cached file. A file's name contains the hash of its content, so the cached file is never stale. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Returns the newest page, or the cached one without a network. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (isAsset(url)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && /^\/(app|auth)?(\/|$)/.test(url.pathname)) event.respondWith(page(request));
});

// A notification of signals, in the words that the server wrote for its person.
self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, icon: '/icon-192.png', data: { url } }));
});

/** Opens the list of signals, in an open window of the application if there is one. */
self.addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data;
  event.notification.close();
  const open = async () => {
    const [first] = await self.clients.matchAll({ type: 'window' });
    if (!first) return self.clients.openWindow(url);
    await first.focus();
    return first.navigate(url);
  };
  event.waitUntil(open());
});
