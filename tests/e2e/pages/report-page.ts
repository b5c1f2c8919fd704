import type { Download, Locator, Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

export class ReportPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly total: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.rows = this.grid.locator('.ag-row:not(.ag-row-pinned)');
    this.total = this.grid.locator('.ag-row-pinned');
  }

  open = (route: string, query = '') => this.page.goto(`/app/reports/${route}${query && `?${query}`}`);

  counted = (rows: number): Locator => this.page.getByText(say('reports:grid.rows', { total: rows }), { exact: true });

  chart = (title: string): Locator => this.page.getByRole('figure', { name: title });

  async download(format: 'Excel' | 'PDF' | 'CSV'): Promise<Download> {
    const begun = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: format, exact: true }).click();
    return begun;
  }
}
