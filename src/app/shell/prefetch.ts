import type { Screen } from '#src/core/layout/screen.ts';

/** Hover or focus fetches the screen's part of the program, so that the click finds it there. */
export function prefetchScreen(screen: Screen) {
  // A failed prefetch costs nothing: the click loads it again and says what's wrong.
  screen.load().catch(() => undefined);
}
