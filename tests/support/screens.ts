import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach } from 'vitest';
import { writeLimitsBy } from '#src/core/api/error-text.ts';
import { limitText } from '#src/core/api/limit-text.ts';
import { takeRequests } from './last-requests.ts';

// As the application does where it starts.
writeLimitsBy(limitText);

// A ceiling for a hung test on a loaded machine. No screen is expected to come near it.
configure({ asyncUtilTimeout: 120_000, getElementError: notFound });

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

// The browser of a person in Ukraine, whatever machine the tests run on.
Object.defineProperty(navigator, 'language', { configurable: true, get: () => 'uk-UA' });
Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['uk-UA', 'uk'] });

// Parts of a browser that happy-dom lacks.
window.print ??= () => {};
window.TransitionEvent = class extends Event {
  readonly propertyName: string;
  constructor(type: string, { propertyName = '', ...init }: TransitionEventInit = {}) {
    super(type, init);
    this.propertyName = propertyName;
  }
} as unknown as typeof TransitionEvent;
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });

// Hooks run last registered first: the document is written down before it is emptied.
afterEach(cleanup);
afterEach(({ task }) => {
  const requests = takeRequests();
  if (task.result?.state === 'fail') writeFailure(task.file.name, task.name, requests);
});

/** Leaves what the screen showed and the last requests where somebody can look for the reason. */
function writeFailure(file: string, test: string, requests: string[]): void {
  const folder = join(import.meta.dirname, '../../test-results/screens');
  mkdirSync(folder, { recursive: true });
  const name = `${file} ${test}`.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 150);
  const text = [
    `${file} › ${test}`,
    window.location.href,
    ...requests,
    prettyDOM(document.body, Number.POSITIVE_INFINITY, { highlight: false }),
  ];
  writeFileSync(join(folder, `${name}.txt`), text.join('\n'));
}

// The next file of the same worker finds an empty document, nothing kept, and the address of the beginning.
const address = window.location.href;
afterAll(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', address);
});
