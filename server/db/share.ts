/** Lets `most` in at once; the others wait in line, each as long as its patience lasts. What `enter` gives is to be called when leaving. */
export function createShare(most: number, patienceMs: number) {
  const line = new Set<() => void>();
  let inside = 0;

  function leave() {
    const [next] = line;
    // Who waits longest takes the place over.
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
            // As the pool says it of itself.
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
