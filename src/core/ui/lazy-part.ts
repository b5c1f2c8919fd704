import { type ComponentType, createElement, lazy, useState } from 'react';
import { whenDrawn } from './first-look.ts';
import { loadChunk } from './load-chunk.ts';

/** A component whose code loads when it is first shown, or on `preload`, if it will probably be shown soon. */
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
    // If it is loaded already, it is shown at once: suspending even for a moment would show the placeholder first.
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown as ComponentType<Props>, props);
  }
  // A failed preload has no effect: showing the component loads it again and reports the error.
  return Object.assign(Later, { preload: () => void remember().catch(() => undefined), isLoaded: () => loaded !== undefined });
}
