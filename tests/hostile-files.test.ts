import { beforeAll, expect, it } from 'vitest';
import { readFile } from '#common/files/incoming/read.ts';
import { codeKey } from '#common/texts/keys.ts';
import { HOSTILE_FILES, type HostileFile } from './support/hostile-files.ts';
import { LIST_FILES, planList } from './support/list-files.ts';
import { everyText } from './support/through-file.ts';

let texts: Awaited<ReturnType<typeof everyText>>;
beforeAll(async () => {
  texts = await everyText();
});

it.for(Object.keys(HOSTILE_FILES))('a file with %s is answered in every list, by a reason that has its words', async (kind) => {
  const { make, reasons, isLarge } = HOSTILE_FILES[kind] as HostileFile;
  // Limits that apply before a list reads the file are the same for each list.
  for (const list of isLarge ? ['deliveries', 'rations'] : Object.keys(LIST_FILES)) {
    const plan = planList(texts, list, 'uk');
    const bytes = await make(plan.fields.flatMap(({ key, labels }) => (key === 'id' || !labels.uk ? [] : [labels.uk])));
    const reason = await readFile(bytes, plan).then(
      () => 'taken',
      (problem) => String(problem.reason),
    );
    expect(reasons, `${list}: ${reason}`).toContain(reason);
    if (reason !== 'taken') expect(texts.uk(codeKey('import:problem', reason))).not.toContain('problem.');
  }
});
