/** How far down each page of the tab's history was scrolled, by the history's own key. */
const KEY = 'scrolled';
/** So long the figures of a page that was gone back to may take to come. */
const WAIT_MS = 3000;
/** What tells that the person goes somewhere by hand. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function kept(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
const keyNow = (): string => (window.history.state as { key?: string } | null)?.key ?? 'first';

/** Going back to a page finds it where it was left, also where it grows only as its figures come. */
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
    // On its way back the page is where its growth lets it be.
    if (!growing) places[keyNow()] = window.scrollY;
  };
  const keep = () => sessionStorage.setItem(KEY, JSON.stringify(places));
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
  window.addEventListener('pagehide', keep);
  window.addEventListener('popstate', restore);
  for (const event of MOVES) window.addEventListener(event, stop, { passive: true });
  if (places[keyNow()]) restore();
  return () => {
    stop();
    window.removeEventListener('scroll', notice);
    window.removeEventListener('pagehide', keep);
    window.removeEventListener('popstate', restore);
    for (const event of MOVES) window.removeEventListener(event, stop);
  };
}
