import pino from 'pino';
import { openDatabase } from '#server/db/database.ts';
import { runningEmbedded } from '#server/db/embedded.ts';
import { StartError } from '#server/db/start-error.ts';
import { deleteOldCopy, type Move, moveClient, type Step, stayClient } from '#server/platform/cells/move/move.ts';
import { startServices } from '#server/platform/services.ts';
import { reportsServers } from '#server/reports/index.ts';
import { differingReports } from '#server/reports/kit/same-figures.ts';
import { readSettings } from '#server/settings.ts';
import { tables } from '#server/tables.ts';

const USAGE = `npm run move-client -- <client> <from> <to> [without-consultants]: moves it to another cell while both run
npm run move-client -- <client> <from> <to> stay: takes a move back that didn't come to its end
npm run move-client -- <client> <from> <to> delete: deletes the old copy in <from>
CELL_DATABASES says where the cells' databases are, SECRET_KEY is theirs.`;

const STEP_WORDS: Record<Step, string> = {
  note: 'Noting what changes.',
  copy: 'Copying; people go on working.',
  'catch up': 'Carrying what changed meanwhile, and comparing every row.',
  compare: 'Comparing reports.',
  stop: 'Stopping writes of the client.',
  carry: 'Carrying the last changes, and comparing the rows of the tables that they are in.',
  switch: 'Switching.',
  leave: 'It lives there. Telling so here.',
};

/** Both cells' reports, by servers of the command's own. */
async function differing({ client, from, to, secret }: Move, among?: readonly string[]): Promise<string[]> {
  const log = pino({ level: 'silent' });
  const opened = [from, to].map(({ url }) => openDatabase({ url, max: 4 }));
  const ends = await Promise.all(opened.map((database) => startServices({ database, tables, secret, log })));
  try {
    const [here, there] = ends.map(({ services }) => services);
    return here && there ? await differingReports(reportsServers, client, [here, there], among) : [];
  } finally {
    await Promise.all(ends.map(({ events }) => events.close()));
    await Promise.all(opened.map((database) => database.close()));
  }
}

async function main(words: readonly string[]): Promise<void> {
  const [client, from, to] = words.slice(0, 3).map((word) => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined));
  const [word, ...more] = words.slice(3);
  if (!client || !from || !to || more.length > 0 || !['stay', 'delete', 'without-consultants', undefined].includes(word))
    throw new StartError(USAGE);
  const settings = readSettings(process.env);
  const place = (cell: number) => {
    const given = settings.cellDatabases.get(cell);
    const url = given?.startsWith('postgres') ? given : given && runningEmbedded(given);
    if (!url) throw new StartError(given ? `There is no running database in ${given}.` : `CELL_DATABASES doesn't name cell ${cell}.`);
    return { cell, url };
  };
  const move: Move = {
    ...{ client, from: place(from), to: place(to), secret: settings.secretKey, withoutConsultants: word === 'without-consultants' },
    differing: (among) => differing(move, among),
    step: (step) => console.log(`${new Date().toISOString().slice(11, 19)} ${STEP_WORDS[step]}`),
  };
  if (word === 'stay') {
    await stayClient(move);
    console.log(`Client ${client} lives in cell ${from}, as before.`);
  } else if (word === 'delete') {
    await deleteOldCopy(move);
    console.log(`The old copy of client ${client} is gone from cell ${from}.`);
  } else {
    const { rows, stoppedMs } = await moveClient(move);
    const took = rows > 0 ? `: ${rows} rows, and whatever changed meanwhile; its writes waited ${(stoppedMs / 1000).toString()} s` : '';
    console.log(`Client ${client} lives in cell ${to}${took}. Delete its old copy in cell ${from} with the word delete.`);
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
