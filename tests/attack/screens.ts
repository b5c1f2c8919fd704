import { setTimeout as sleep } from 'node:timers/promises';

/** Wait of a screen before it reconnects in ms, as in `src/core/api/events.ts`. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const REST = 2000;

export interface Screens {
  /** Number of connected screens. */
  following(): number;
  /** Number of messages that each has received. */
  heard(): number[];
  close(): void;
}

/** Screens that follow changes, request the plan after a change, and reconnect after an interruption. */
export function openScreens(count: number, events: string, plan: string, token: string): Screens {
  const closing = new AbortController();
  const { signal } = closing;
  const headers = { authorization: `JWT ${token}` };
  const screens = Array.from({ length: count }, () => ({ open: false, heard: 0, asked: 0 }));

  const follow = async (screen: (typeof screens)[number]) => {
    let wait = FIRST_WAIT;
    while (!signal.aborted) {
      try {
        const { ok, body } = await fetch(events, { headers, signal });
        if (!ok) throw new Error('refused');
        screen.open = true;
        wait = FIRST_WAIT;
        const decoder = new TextDecoder();
        for await (const part of body ?? []) if (decoder.decode(part as Uint8Array).includes('data:')) screen.heard += 1;
      } catch {
        // The stream broke and is opened again.
      }
      screen.open = false;
      await sleep(wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  };
  const ask = async (screen: (typeof screens)[number]) => {
    for (; !signal.aborted; await sleep(REST))
      if (screen.heard > screen.asked) {
        screen.asked = screen.heard;
        const answer = fetch(plan, { headers, signal }).then((given) => given.arrayBuffer());
        await answer.catch(() => undefined);
      }
  };
  for (const screen of screens) void Promise.all([follow(screen), ask(screen)]);
  return {
    following: () => screens.filter(({ open }) => open).length,
    heard: () => screens.map(({ heard }) => heard),
    close: () => closing.abort(),
  };
}
