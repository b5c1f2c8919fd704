import type { Screen } from '#src/core/layout/screen.ts';

/** Hover or focus loads the screen's code before the click. */
export function prefetchScreen(screen: Screen) {
  // A failed prefetch has no effect: the click loads the code again and reports the error.
  screen.load().catch(() => undefined);
}
