import { makeStatements, makeTable } from '#common/files/make.ts';
import type { FileTask } from './file.ts';

export const fileBytes = ({ format, input }: FileTask): Promise<Uint8Array> =>
  'statements' in input ? makeStatements(format, input) : makeTable(format, input);
