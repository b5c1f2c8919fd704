import { writeFileSync } from 'node:fs';
import { test as base, type Page, type Request, type Response } from '@playwright/test';
import type { Language } from '#contract/kinds.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { addressOf } from './address.ts';
import { type Api, apiFor } from './api.ts';
import { PASSWORD, PEOPLE, type Who } from './people.ts';
import { standing } from './standing.ts';

interface Fixtures {
  /** Signs in through the page, in a language: for a journey that is about signing in. */
  signInByPage: (who: Who, language?: Language) => Promise<void>;
  /** Signs in through the API and opens the person's first screen. */
  signIn: (who: Who, language?: Language) => Promise<void>;
  /** Signs in through the API and opens no screen: for a journey that opens its first screen by address. */
  signedIn: (who: Who, language?: Language) => Promise<void>;
  /** The API that the screens use, for comparison. */
  api: (who: Who) => Promise<Api>;
  /** Words that a journey makes the browser complain about on purpose. */
  expectedComplaints: string[];
}

/** Returns status, address and reason of a refusal. The reason is empty if the page has left the document. */
async function readRefusal(response: Response): Promise<string> {
  const reason = await response.text().catch(() => '');
  return `${response.status()} ${response.request().method()} ${response.url()} ${reason.slice(0, 500)}`;
}

/** Blocks until the first screen is shown: otherwise its late name would count as that of the next screen. */
async function waitForFirstScreen(page: Page) {
  await page.waitForURL(/\/app\//);
  await standing(page);
}

export const test = base.extend<Fixtures>({
  expectedComplaints: [[], { option: true }],
  // A worker that takes the place of one that failed goes on with its server.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs
  baseURL: async ({}, use, { parallelIndex }) => use(addressOf(parallelIndex)),
  // Nothing that a screen throws, and nothing that the content policy stops, may pass unseen.
  page: async ({ page, expectedComplaints }, use, info) => {
    const complaints: string[] = [];
    const answers: string[] = [];
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const refusals: Promise<string>[] = [];
    page.on('response', (response) => {
      answers.push(`${new Date().toISOString()} ${response.status()} ${response.request().method()} ${response.url()}`);
      if (response.status() >= 400) refusals.push(readRefusal(response));
    });
    await use(page);
    if (info.status !== info.expectedStatus) {
      console.log(`Unanswered: ${[...underWay].map((request) => `${request.method()} ${request.url()}`).join(', ') || 'nothing'}`);
      // The trace contains neither, because recording both at each step costs time in every journey.
      writeFileSync(info.outputPath('requests.log'), answers.join('\n'));
      writeFileSync(info.outputPath('document.html'), await page.content().catch(String));
    }
    const unexpected = complaints.filter((text) => !expectedComplaints.some((word) => text.includes(word)));
    if (unexpected.length > 0) throw new Error(`The browser complained:\n${[...unexpected, ...(await Promise.all(refusals))].join('\n')}`);
  },
  signInByPage: async ({ page }, use) => {
    await use(async (who, language = 'uk') => {
      const signInPage = new SignInPage(page);
      await signInPage.open();
      if (language !== 'uk') await signInPage.choose(language);
      await signInPage.signIn(PEOPLE[who]);
      await waitForFirstScreen(page);
    });
  },
  signIn: async ({ page, signedIn }, use) => {
    await use(async (who, language) => {
      await signedIn(who, language);
      await page.goto('/app');
      await waitForFirstScreen(page);
    });
  },
  signedIn: async ({ page, request }, use) => {
    await use(async (who, language = 'uk') => {
      const answer = await request.post('/api/auth/jwt/create/', { data: { login: PEOPLE[who], password: PASSWORD, language } });
      const { token } = (await answer.json()).data;
      // The smallest page of the origin that owns the stored data.
      await page.goto('/healthz');
      await page.evaluate(
        ([kept, words]) => {
          localStorage.setItem('t', kept);
          localStorage.setItem('manger', words);
        },
        [token as string, language] as const,
      );
    });
  },
  api: async ({ request }, use) => {
    await use((who) => apiFor(request, who));
  },
});

export { expect } from '@playwright/test';
