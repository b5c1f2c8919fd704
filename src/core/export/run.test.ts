import { describe, expect, it } from 'vitest';
import { fileName } from '#common/files/file-name.ts';
import { testInput } from '#tests/support/export-input.ts';
import { TestWorker } from '#tests/support/export-worker.ts';
import { testStatement } from '#tests/support/statement.ts';
import { startExport, startStatements } from './run.ts';

function here() {
  const worker = new TestWorker();
  return { worker, sent: worker.sent, connect: () => worker };
}

describe('an export', () => {
  it('transfers the rows in slices and returns the file', async () => {
    const { worker, sent, connect } = here();
    const seen: number[] = [];
    const blob = await startExport('csv', testInput(2500), { connect, onProgress: (done) => seen.push(done) }).promise;
    expect(sent.map((message) => ('rows' in message ? message.rows.length : 'count' in message ? message.count : null))).toEqual([
      2500, 1000, 1000, 500,
    ]);
    expect(blob.type).toContain('text/csv');
    expect((await blob.text()).split('\r\n').filter((line) => line.includes('Дійні'))).toHaveLength(2500);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    expect(worker.terminated).toBe(1);
  });

  it.each(['xlsx', 'pdf'] as const)('makes %s without rows', async (format) => {
    const blob = await startExport(format, testInput(0), here()).promise;
    expect(await blob.slice(0, 2).text()).toBe(format === 'xlsx' ? 'PK' : '%P');
  });

  it.each(['xlsx', 'pdf'] as const)('an export writes printed forms as %s, with its progress', async (format) => {
    const seen: number[] = [];
    const { worker, connect } = here();
    const [statement] = testStatement(2, 1).statements;
    const input = { ...testStatement(2, 1), statements: [statement!, statement!, statement!] };
    const blob = await startStatements(format, input, { connect, onProgress: (done) => seen.push(done) }).promise;
    expect(await blob.slice(0, 2).text()).toBe(format === 'xlsx' ? 'PK' : '%P');
    expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
    expect(worker.terminated).toBe(1);
  });

  it('an export of printed forms ends when cancelled', async () => {
    const { worker, connect } = here();
    const running = startStatements('pdf', testStatement(2, 1), { connect });
    running.cancel();
    await expect(running.promise).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.terminated).toBeGreaterThan(0);
  });

  it('ends when cancelled', async () => {
    const { worker, connect } = here();
    const run = startExport('xlsx', testInput(2000), { connect });
    run.cancel();
    await expect(run.promise).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.terminated).toBeGreaterThan(0);
  });

  it('fails with the worker’s error', async () => {
    const wrong = startExport('csv', { ...testInput(1), timezone: 'Nowhere/Land' }, here());
    await expect(wrong.promise).rejects.toThrow(/Nowhere/);
    const { worker, connect } = here();
    const lost = startExport('csv', testInput(1), { connect });
    worker.onerror?.({ message: '' } as ErrorEvent);
    await expect(lost.promise).rejects.toThrow(/could not be loaded/);
  });
});

it('a file name contains no character that a file system refuses', () => {
  expect(fileName('План годівлі', '2026-03-01', '2026-03-31', 'xlsx')).toBe('План годівлі 2026-03-01 – 2026-03-31.xlsx');
  expect(fileName('План', '2026-03-01', '2026-03-01', 'pdf')).toBe('План 2026-03-01.pdf');
  expect(fileName('../a\\b:c*?"<d>|\u0000.', '2026-03-01', '2026-03-01', 'csv')).toBe('a b c d 2026-03-01.csv');
  expect(fileName('План', '2026-03-01', '2026-03-01', 'pdf', 'ТОВ «Долина»/2')).toBe('План – ТОВ «Долина» 2 2026-03-01.pdf');
  expect(fileName('///', '', '', 'csv')).toBe('export.csv');
  expect(fileName('ї'.repeat(300), '', '', 'csv')).toHaveLength(124);
});
