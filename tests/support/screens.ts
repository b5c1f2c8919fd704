import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach } from 'vitest';
import { writeLimitsBy } from '#src/core/api/error-text.ts';
import { limitText } from '#src/core/api/limit-text.ts';

// As the application does where it starts.
writeLimitsBy(limitText);

// Parts of the program come when they are first needed, which takes longer than the default allows.
configure({ asyncUtilTimeout: 15_000, getElementError: notFound });

/** What was looked for and not found. The document is written down when somebody reads it: who waits for something asks many times. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let text: string | undefined;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    set: (value: string) => {
      text = value;
    },
  });
  return error;
}

// For the text of its warnings React takes down where each element is made, the first ten thousand of each second: more than making them takes.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {}, configurable: true });

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

// The next file of the same worker finds an empty document, nothing kept, and the address of the beginning.
const address = window.location.href;
afterAll(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', address);
});
