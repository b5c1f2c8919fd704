import { spawnSync } from 'node:child_process';
import { accessSync, existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

vi.mock('node:child_process', async (original) => ({ ...(await original<object>()), spawnSync: vi.fn(() => ({ status: 0 })) }));
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), accessSync: vi.fn(), existsSync: vi.fn() }));

/** A Debian machine with root rights and without a browser, until one is installed. */
function withoutBrowser() {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  vi.mocked(existsSync).mockReturnValue(true);
  vi.mocked(accessSync).mockImplementation((path) => {
    const isInstalled = vi.mocked(spawnSync).mock.calls.some(([, args]) => args?.includes('chromium'));
    if (!isInstalled || path !== '/usr/bin/chromium') throw new Error('ENOENT');
  });
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(spawnSync).mockClear();
});

test('reading the journeys’ configuration installs nothing', async () => {
  withoutBrowser();
  const { default: config } = await import('../playwright.config.ts');
  expect(config.use?.launchOptions?.executablePath).toBeUndefined();
  expect(spawnSync).not.toHaveBeenCalled();
});

test('running the tests installs a missing browser if permitted', async () => {
  withoutBrowser();
  const { provideBrowser } = await import('#scripts/browser.mjs');
  expect(provideBrowser()).toBe('/usr/bin/chromium');
  expect(vi.mocked(spawnSync).mock.calls.map(([program]) => program)).toEqual(['apt-get', 'apt-get']);
  vi.mocked(spawnSync).mockClear();
  vi.mocked(process.getuid!).mockReturnValue(1000);
  expect(provideBrowser()).toBeUndefined();
  expect(spawnSync).not.toHaveBeenCalled();
});
