// Keeps the built files of the shell and of the recording beside the mixer, so that they open without a network.
// The build writes the version and the files in; the API is never kept.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const CACHE = `manger-${VERSION}`;
/** The page is the same for every address of the application. */
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

// The first visit loaded its files before there was anybody to keep them: it names them.
self.addEventListener('message', (event) => {
  const urls = event.data?.keep ?? [];
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (const url of urls) if (isAsset(new URL(url)) && !(await cache.match(url))) await cache.add(url).catch(() => undefined);
  };
  event.waitUntil(keep());
});

const isAsset = (url) => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** Their names carry their content's hash: what is kept is what would come. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The newest page there is; without a network the kept one. */
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
