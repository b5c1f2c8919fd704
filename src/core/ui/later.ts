import { type ComponentType, lazy } from 'react';
import { loadChunk } from './load-chunk.ts';

/** A component whose part of the program comes at its first showing, or at `preload`, when it is likely to be shown soon. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazy(() => loadChunk(async () => ({ default: await load() })));
  // A failed preload costs nothing: the showing loads it again and says what's wrong.
  return Object.assign(Lazy, { preload: () => void load().catch(() => undefined) });
}
