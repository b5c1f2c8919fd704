import { statSync } from 'node:fs';
import { FileProblem } from '#common/files/incoming/problem.ts';
import { planForLoads } from '#common/files/loads/layouts.ts';
import type { LoadProblem } from '#common/files/loads/rows.ts';
import { codeKey } from '#common/texts/keys.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { sendFolder } from './load-folder.ts';
import { createSender } from './load-sender.ts';

const USAGE = `npm run send-loads -- <folder>
Sends the files of a folder as loads, and moves each to its folder done or failed.
MANGER_URL    address of Manger, as https://manger.example.com
MANGER_KEY    secret of an access key that may record loads
MANGER_FARM   number of the farm, if the key works at several farms
MANGER_SOURCE name of the program that makes the files; by default the one that their headings show
MANGER_LANGUAGE, MANGER_UNITS  language and units (kg or lb) of the files; by default us and kg`;

const { MANGER_URL, MANGER_KEY, MANGER_FARM, MANGER_SOURCE, MANGER_LANGUAGE = 'us', MANGER_UNITS = 'kg' } = process.env;

async function main(folder: string | undefined): Promise<void> {
  const isLanguage = (LANGUAGES as readonly string[]).includes(MANGER_LANGUAGE);
  const isFolder = folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder || !MANGER_URL || !MANGER_KEY || !isLanguage || !['kg', 'lb'].includes(MANGER_UNITS)) throw new Error(USAGE);
  const texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (one) => [one, await textsOf(one)] as const)));
  const language = MANGER_LANGUAGE as Language;
  const t = texts[language]!;
  const describe = (problem: FileProblem | LoadProblem) =>
    problem instanceof FileProblem
      ? t(codeKey('import:problem', problem.reason), { names: problem.names })
      : t(codeKey('pages:load_import', problem.code), { name: '', field: problem.field ? t(`pages:load_import.${problem.field}`) : '' });
  const plan = planForLoads(texts as Parameters<typeof planForLoads>[0], { language, units: MANGER_UNITS as 'kg' | 'lb' });
  const send = createSender({ url: MANGER_URL, key: MANGER_KEY, farm: Number(MANGER_FARM) || undefined, source: MANGER_SOURCE });
  const { done, failed, waiting } = await sendFolder({ folder, plan, describe, send });
  console.log(`${done.length} sent, ${failed.length} failed, ${waiting.length} waiting.`);
  if (failed.length > 0) process.exitCode = 2;
}

main(process.argv[2]).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
