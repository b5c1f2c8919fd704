import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import React from 'react';
import { afterAll, afterEach } from 'vitest';
import { writeLimitsBy } from '#src/core/api/error-text.ts';
import { limitText } from '#src/core/api/limit-text.ts';
import { takeRequests } from './last-requests.ts';

// As the application does at its start.
writeLimitsBy(limitText);

// A ceiling for a hung test on a loaded machine. No screen comes near it.
configure({ asyncUtilTimeout: 120_000, getElementError: notFound });

/** The error of a missing element. The document is written only when somebody reads the error, because waiting code creates many. */
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

// For its warnings, React records a stack for the first ten thousand elements of each second, which costs more than creating the elements.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {}, configurable: true });

// The browser of a person in Ukraine, on every machine.
Object.defineProperty(navigator, 'language', { configurable: true, get: () => 'uk-UA' });
Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['uk-UA', 'uk'] });

// Browser functions that happy-dom lacks.
window.print ??= () => {};
window.TransitionEvent = class extends Event {
  readonly propertyName: string;
  constructor(type: string, { propertyName = '', ...init }: TransitionEventInit = {}) {
    super(type, init);
    this.propertyName = propertyName;
  }
} as unknown as typeof TransitionEvent;
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });

// Hooks run in reverse order: the document is written before it is emptied.
afterEach(cleanup);
afterEach(({ task }) => {
  const requests = takeRequests();
  if (task.result?.state === 'fail') writeFailure(task.file.name, task.name, requests);
});

/** Writes the screen and the last requests of a failed test to a folder. */
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

// Resets the document, the storage and the address for the next file of the worker.
const address = window.location.href;
afterAll(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', address);
});
