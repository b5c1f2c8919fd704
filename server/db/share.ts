/** Lets `most` callers in at once; the others queue, at most `patienceMs`. `enter` returns the function to call when leaving. */
export function createShare(most: number, patienceMs: number) {
  const line = new Set<() => void>();
  let inside = 0;

  function leave() {
    const [next] = line;
    // The longest waiting caller gets the place.
    if (next) next();
    else inside -= 1;
  }

  return {
    async enter(): Promise<() => void> {
      if (inside < most) inside += 1;
      else {
        await new Promise<void>((resolve, reject) => {
          const next = () => {
            clearTimeout(timer);
            line.delete(next);
            resolve();
          };
          const timer = setTimeout(() => {
            line.delete(next);
            // The same message as the pool's.
            reject(new Error('timeout exceeded when trying to connect'));
          }, patienceMs);
          line.add(next);
        });
      }
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
    waiting: () => line.size,
  };
}
