// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

const row = (name: string) => `<tr id="${name}"><td><button>${name}</button></td><td><button>Actions of ${name}</button></td></tr>`;
const show = (html: string) => {
  document.body.innerHTML = `<main tabindex="-1">${html}</main>`;
};
const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const focused = () => document.activeElement?.textContent;
const soon = (check: () => void) => waitFor(check, { interval: 5 });

it('when a row is removed, the focus moves to the same button of the next row, or of the previous one after the last', async () => {
  show(`<table><tbody>${row('A')}${row('B')}${row('C')}</tbody></table>`);
  button('Actions of B').focus();
  document.querySelector('#B')?.remove();
  await soon(() => expect(focused()).toBe('Actions of C'));
  document.querySelector('#C')?.remove();
  await soon(() => expect(focused()).toBe('Actions of A'));
});

it('the replacement of a list gets the focus, else its surroundings', async () => {
  show(`<button>Search</button><section><table><tbody>${row('A')}</tbody></table></section>`);
  button('Actions of A').focus();
  document.querySelector('section')!.innerHTML = '<p>Nothing yet</p><button>Add</button>';
  await soon(() => expect(focused()).toBe('Add'));
  document.querySelector('section')!.innerHTML = '';
  await soon(() => expect(focused()).toBe('Search'));
});

it('when something outside the page is removed, the page gets the focus, not its first element', async () => {
  document.body.innerHTML =
    '<div><a href="#content">Skip</a><main tabindex="-1"><button>Add</button></main><div id="toasts"><p><button>Undo</button></p></div></div>';
  button('Undo').focus();
  document.querySelector('#toasts')!.innerHTML = '';
  await soon(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

it('a new page gets the focus as a whole', async () => {
  show('<button>Open</button>');
  button('Open').focus();
  window.history.replaceState(null, '', '/app/farms');
  document.querySelector('main')!.innerHTML = '<button>Back</button>';
  await soon(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

it('a button that was disabled while it worked gets the focus back', async () => {
  show('<button>Save</button>');
  const save = button('Save');
  save.focus();
  save.disabled = true;
  save.blur();
  await new Promise((resolve) => setTimeout(resolve));
  save.disabled = false;
  await soon(() => expect(document.activeElement).toBe(save));
});

it('when a dialog without an opening button closes, the page gets the focus', async () => {
  show('<button>Open</button><div role="dialog"><button>Close</button></div>');
  button('Close').focus();
  document.querySelector('[role=dialog]')?.remove();
  await expect.poll(() => document.activeElement).toBe(document.querySelector('main'));
});

it('changes nothing if a dialog returns the focus, if it was blurred, or if something else took it', async () => {
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  show('<button>Open</button><div role="dialog"><button>Close</button></div>');
  button('Close').focus();
  document.querySelector('[role=dialog]')?.remove();
  button('Open').focus();
  await settled();
  expect(document.activeElement).toBe(button('Open'));

  show(`<p>Text</p><table><tbody>${row('A')}${row('B')}</tbody></table>`);
  button('A').focus();
  button('A').blur();
  document.querySelector('p')!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  document.querySelector('#A')?.remove();
  await settled();
  expect(document.activeElement).toBe(document.body);

  show(`<button>Other</button><table><tbody>${row('A')}${row('B')}</tbody></table>`);
  button('A').focus();
  document.querySelector('#A')?.remove();
  button('Other').focus();
  await settled();
  expect(focused()).toBe('Other');
});
