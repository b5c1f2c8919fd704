import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { writeLimitsBy } from '#src/core/api/error-text.ts';
import { limitText } from '#src/core/api/limit-text.ts';

// As the application does where it starts.
writeLimitsBy(limitText);

// Parts of the program come when they are first needed, which takes longer than the default allows.
configure({ asyncUtilTimeout: 15_000 });

// jsdom brings a Uint8Array of its own; the server, which runs in the same process, knows Node's by `instanceof`.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);

// What Mantine asks of a browser and jsdom doesn't have.
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.HTMLElement.prototype.scrollIntoView ??= () => {};
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });

afterEach(cleanup);
