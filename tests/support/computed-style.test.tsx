import { expect, it } from 'vitest';
import { withoutSheets } from './computed-style.ts';

const ASKED = ['display', 'visibility', 'pointer-events', 'position', 'overflow', 'overflow-y', 'direction'];
const SCREEN = `
  <main style="direction: rtl"><h1>Feed <b>and</b> <span hidden>more</span></h1><script>0</script><template><p>no</p></template>
    <table><thead><tr><th>kg</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
    <ul style="visibility: hidden"><li>one<ul><li style="visibility: visible">two</li></ul></li></ul>
    <div style="display: none"><button type="button">press</button></div>
    <section style="pointer-events: none"><a href="/">link</a><input type="hidden"><input type="checkbox"><select><option>1</option></select></section>
    <dialog><p>shut</p></dialog><dialog open><p>open</p></dialog><details><p>rest</p></details>
    <svg><g style="visibility: collapse"><text>0</text></g></svg><div style="position: fixed; overflow-y: auto"><label>name<textarea></textarea></label></div>
  </main>`;

it('says of every element what jsdom says of it without sheets', () => {
  const { jsdom } = globalThis as unknown as { jsdom: { constructor: new (html: string) => { window: typeof globalThis & Window } } };
  const { window } = new jsdom.constructor(SCREEN);
  const elements = [...window.document.querySelectorAll('*')];
  const all = () =>
    elements.map((element) => {
      const style = window.getComputedStyle(element);
      return [element.outerHTML.slice(0, 40), ...ASKED.map((name) => style.getPropertyValue(name)), style.pointerEvents];
    });
  const before = all();
  withoutSheets(window);
  expect(all()).toEqual(before);
});
