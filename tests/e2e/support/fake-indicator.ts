import type { Page } from '@playwright/test';

interface FakeControls {
  show: (kg: number) => void;
  pull: () => void;
  plug: () => void;
}

/** Replaces the browser's serial ports by one port with an indicator. Its weight and permission survive a reload of the page. */
function installFakeSerial() {
  const read = (key: string) => sessionStorage.getItem(`fake-indicator-${key}`);
  const store = (key: string, value: string) => sessionStorage.setItem(`fake-indicator-${key}`, value);
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let isPlugged = true;
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    open: async () => {
      if (!isPlugged) throw new DOMException('The port is gone', 'NetworkError');
      port.readable = new ReadableStream<Uint8Array>({
        start: (each) => {
          controller = each;
        },
      });
    },
    close: async () => {
      controller = null;
      port.readable = null;
    },
  };
  const serial = Object.assign(new EventTarget(), {
    requestPort: async () => {
      store('allowed', '1');
      return port;
    },
    getPorts: async () => (read('allowed') && isPlugged ? [port] : []),
  });
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  const controls: FakeControls = {
    show: (kg) => store('kg', String(kg)),
    pull: () => {
      isPlugged = false;
      const pulled = controller;
      controller = null;
      port.readable = null;
      pulled?.error(new DOMException('The device has been lost', 'NetworkError'));
      serial.dispatchEvent(new Event('disconnect'));
    },
    plug: () => {
      isPlugged = true;
      serial.dispatchEvent(new Event('connect'));
    },
  };
  Object.assign(window, { fakeIndicator: controls });
  setInterval(() => {
    const text = `${(read('kg') ?? '0').padStart(6, ' ')}KG SG`;
    const sum = ([...text].reduce((all, sign) => all ^ sign.charCodeAt(0), 0) & 63) | 64;
    controller?.enqueue(new TextEncoder().encode(`${text}${String.fromCharCode(sum)}\r\n`));
  }, 100);
}

/** A Digi-Star indicator at a faked serial port, ten lines a second. */
export class FakeIndicator {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Before the first page is opened. */
  install = () => this.page.addInitScript(installFakeSerial);

  private control = (name: keyof FakeControls, kg = 0) =>
    this.page.evaluate(([which, weight]) => (window as unknown as { fakeIndicator: FakeControls }).fakeIndicator[which](weight), [
      name,
      kg,
    ] as const);

  show = (kg: number) => this.control('show', kg);
  pull = () => this.control('pull');
  plug = () => this.control('plug');
}
