import { type ComponentType, createElement, lazy, useState } from 'react';
import { whenDrawn } from './first-look.ts';
import { loadChunk } from './load-chunk.ts';

/** A component whose part of the program comes at its first showing, or at `preload`, when it is likely to be shown soon. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const remember = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => {
    await whenDrawn();
    return loadChunk(async () => ({ default: await remember() }));
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once a module, as lazy() is
  function Later(props: Props) {
    // What is there already is shown at once: waiting for it even for a moment would draw its place first.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown as ComponentType<Props>, props);
  }
  // A failed preload costs nothing: the showing loads it again and says what's wrong.
  return Object.assign(Later, { preload: () => void remember().catch(() => undefined), isLoaded: () => loaded !== undefined });
}
