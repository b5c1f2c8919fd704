import { afterAll, beforeAll } from 'vitest';

/** The height of a row in a long list. */
export const LINE = 44;

/** happy-dom has no layout: rows of a long list are 44 pixels high and everything else 600, and elements scroll on request. */
export function giveSizes() {
  const own = HTMLElement.prototype;
  const sizes: Record<string, (this: HTMLElement) => number> = {
    offsetHeight() {
      return this.dataset.index === undefined ? 600 : LINE;
    },
    clientHeight: () => 600,
    clientWidth: () => 800,
    scrollHeight: () => 1_000_000,
  };
  const kept = Object.getOwnPropertyDescriptor(own, 'offsetHeight');
  beforeAll(() => {
    for (const [name, get] of Object.entries(sizes)) Object.defineProperty(own, name, { configurable: true, get });
    own.scrollTo = function (to?: ScrollToOptions | number) {
      this.scrollTop = (typeof to === 'object' && to.top) || 0;
      this.dispatchEvent(new Event('scroll'));
    };
  });
  afterAll(() => {
    for (const name of [...Object.keys(sizes), 'scrollTo']) Reflect.deleteProperty(own, name);
    if (kept) Object.defineProperty(own, 'offsetHeight', kept);
  });
}
