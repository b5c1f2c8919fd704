import { keepFocus } from '#src/core/ui/keep-focus.ts';
import { printByDay } from '#src/core/ui/printing.ts';
import { rememberScroll } from '#src/core/ui/scroll-memory.ts';

/** Keeps focus and scroll position of pages, and prints on white, until the returned function is called. */
export function keepUp(): () => void {
  const stops = [rememberScroll(), keepFocus(), printByDay()];
  return () => {
    for (const stop of stops) stop();
  };
}
