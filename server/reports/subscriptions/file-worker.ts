import { parentPort, workerData } from 'node:worker_threads';
import { makeStatements, makeTable } from '#common/files/make.ts';
import type { FileTask } from './file.ts';

/** The thread in which one file is made; it ends with it. */
const { format, input } = workerData as FileTask;
const bytes = 'statements' in input ? await makeStatements(format, input) : await makeTable(format, input);
parentPort?.postMessage(bytes, [bytes.buffer]);
