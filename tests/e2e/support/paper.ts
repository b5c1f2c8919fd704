import type { Page } from '@playwright/test';
import { type PdfPage, readPdf } from '#tests/support/pdf.ts';

/** The parts of a screen expected on paper: its heading, and the beginnings of its first rows. */
async function wanted(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const heading = document.querySelector('h1')?.textContent ?? '';
    const rows = [...document.querySelectorAll('main tbody tr, main .ag-center-cols-container [role=row], main li')];
    // biome-ignore lint/performance/useDomNodeTextContent: only rendered text can be printed, each cell separately
    const begins = rows.slice(0, 3).map((row) => (row as HTMLElement).innerText.trim().split(/\s+/)[0] ?? '');
    return [...heading.split(/\s+/), ...begins].filter((word) => word !== '');
  });
}

/** Too light to be read on paper. */
const FAINT = 0.3;

/** The screen as the browser's Ctrl+P prints it. */
export async function print(page: Page): Promise<{ pages: PdfPage[]; text: string }> {
  const pages = readPdf(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  return { pages, text: pages.map(({ text }) => text).join('\n') };
}

/** The words that should be read there and can't. */
export async function missingOnPaper(page: Page): Promise<{ looked: number; missing: string[] }> {
  const words = await wanted(page);
  const { pages } = await print(page);
  const read = pages.flatMap((one) => one.words.filter(({ ink }) => ink > FAINT).map(({ text }) => text)).join('\n');
  return { looked: words.length, missing: words.filter((word) => !read.includes(word)) };
}
