let drawn: Promise<void> = Promise.resolve();

/** Resolves when the first screen is drawn. Nothing else is loaded before, because that would delay it. */
export const whenDrawn = (): Promise<void> => drawn;

/** Draws the first screen, then lets further parts load. */
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
