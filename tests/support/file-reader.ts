import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FromReader, ToReader } from '#src/core/resource/import/protocol.ts';
import { answer } from '#src/core/resource/import/serve.ts';

/** The reader of files on this thread, because happy-dom has no workers: `vi.stubGlobal('Worker', TestReader)`. */
export class TestReader {
  onmessage: ((event: { data: FromReader }) => void) | null = null;
  terminate() {}
  async postMessage(message: ToReader) {
    // A worker gets a copy, which fails for functions.
    await answer(structuredClone(message), (data) => this.onmessage?.({ data: structuredClone(data) }));
  }
}

const user = userEvent.setup();

/** Chooses files in the open dialog or on the screen. */
export async function chooseFiles(...files: File[]): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no field for files yet');
    return found;
  });
  await user.upload(input, files);
}

export const toCsv = (lines: readonly string[], name = 'list.csv') => new File([lines.join('\n')], name, { type: 'text/csv' });

/** Opens the import of the screen's only list with a file of these lines. */
export async function importLines(lines: readonly string[]): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await screen.findByRole('dialog');
  await chooseFiles(toCsv(lines));
}
