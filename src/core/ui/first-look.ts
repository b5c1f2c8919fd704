let drawn: Promise<void> = Promise.resolve();

/** While the first screen is drawn nothing else is fetched: it would only come later by that. */
export const whenDrawn = (): Promise<void> => drawn;

/** Draws the first screen, and lets what it shows besides come when that stands. */
export function drawFirst(draw: () => void): void {
  let stands!: () => void;
  drawn = new Promise((resolve) => {
    stands = resolve;
  });
  try {
    draw();
  } finally {
    setTimeout(stands);
  }
}
