/** Scroll positions of the tab's pages, by the key of the history entry. */
const KEY = 'scrolled';
/** How long the data of a page may take after going back to it. */
const WAIT_MS = 3000;
/** Events that show that the person moves on their own. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function kept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
const keyNow = (): string => (window.history.state as { key?: string } | null)?.key ?? 'first';

/** Restores a page's scroll position on going back, also if the page grows only when its data arrives. */
export function rememberScroll(): () => void {
  window.history.scrollRestoration = 'manual';
  const places = kept();
  let growing: ResizeObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    growing?.disconnect();
    growing = undefined;
    clearTimeout(timer);
  };
  const notice = () => {
    // While the position is being restored, it is limited by the page's present height.
    if (!growing) places[keyNow()] = window.scrollY;
  };
  const savePlaces = () => sessionStorage.setItem(KEY, JSON.stringify(places));
  const restore = () => {
    stop();
    const top = places[keyNow()] ?? 0;
    const arrive = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (scrollHeight - clientHeight >= top && window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' });
    };
    growing = new ResizeObserver(arrive);
    growing.observe(document.body);
    timer = setTimeout(stop, WAIT_MS);
  };
  window.addEventListener('scroll', notice, { passive: true });
  window.addEventListener('pagehide', savePlaces);
  window.addEventListener('popstate', restore);
  for (const event of MOVES) window.addEventListener(event, stop, { passive: true });
  if (places[keyNow()]) restore();
  return () => {
    stop();
    window.removeEventListener('scroll', notice);
    window.removeEventListener('pagehide', savePlaces);
    window.removeEventListener('popstate', restore);
    for (const event of MOVES) window.removeEventListener(event, stop);
  };
}
