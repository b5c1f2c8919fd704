import { parentPort, workerData } from 'node:worker_threads';
import type { FileFormat } from '../../../contract/reports/subscriptions.ts';
import type { ExportInput } from '../../../src/core/export/input.ts';

/** The thread in which one file is made; it ends with it. */
const { format, input } = workerData as { format: FileFormat; input: ExportInput };
const bytes =
  format === 'xlsx'
    ? await (await import('../../../src/core/export/xlsx.ts')).toXlsx(input)
    : await (await import('../../../src/core/export/pdf.ts')).toPdf(input);
parentPort?.postMessage(bytes, [bytes.buffer]);
