import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import { FileProblem } from '#common/files/incoming/problem.ts';
import { planForLoads } from '#common/files/loads/layouts.ts';
import { joinRows, LoadProblem, type LoadRows, readLoadRows } from '#common/files/loads/rows.ts';
import type { UnmatchedName } from '#contract/imports.ts';
import { schedules } from '#contract/operations/feedings.ts';
import { groups } from '#contract/operations/groups.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import type { LoadImported } from '#contract/operations/load-imports.ts';
import { rations } from '#contract/operations/rations.ts';
import { stocks } from '#contract/operations/stocks.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { everyLanguage } from '#src/core/i18n/i18n.ts';
import { startReading } from '#src/core/resource/import/run.ts';
import { type NamePicks, NO_PICKS, toUnmatchedKey } from '#src/core/resource/import/unmatched.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { withPicks } from './picks.ts';
import { useWork } from './use-work.ts';

type LoadStage = 'choose' | 'reading' | 'checking' | 'checked' | 'writing' | 'written';

/** Sending counts as this part of the way. */
const SENDING = 0.1;
const TIMEOUT = 600_000;

/** The choice of a person: the rows of the files, the ids of their names, and the program that counts as their source. */
interface Chosen {
  farm: number;
  rows: LoadRows;
  picks: NamePicks;
  source: string;
}

interface Sending {
  dryRun: boolean;
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

async function sendLoads({ farm, rows, picks, source }: Chosen, { dryRun, signal, onProgress }: Sending) {
  onProgress(0);
  const body = {
    farm,
    ...(source.trim() ? { source: source.trim() } : {}),
    dry_run: dryRun,
    items: withPicks(rows.items, farm, picks),
    groups: withPicks(rows.groups, farm, picks),
  };
  const { data } = await api.post<LoadImported>('schedule/schedules/import/', {
    body,
    signal,
    timeout: TIMEOUT,
    onSent: (part) => onProgress(part * SENDING),
    onDone: (part) => onProgress(SENDING + part * (1 - SENDING)),
  });
  signal.throwIfAborted();
  return data;
}

/** A file that can't be used, with the cause. */
class UnreadFile extends Error {
  constructor(name: string, cause: unknown) {
    super(name, { cause });
  }
}

async function readFiles(files: readonly File[], plan: FilePlan, signal: AbortSignal): Promise<LoadRows[]> {
  const read: LoadRows[] = [];
  for (const file of files) {
    try {
      read.push(readLoadRows(file.name, await startReading(file, plan, signal)));
    } catch (error) {
      throw new UnreadFile(file.name, error);
    }
  }
  return read;
}

function explainFailure(t: TFunction<['pages', 'import', 'core']>, error: unknown): string {
  if (!(error instanceof UnreadFile)) return failureText(t, error);
  const { message: name, cause } = error;
  if (cause instanceof LoadProblem)
    return t(`pages:load_import.${cause.code}`, { name, field: cause.field ? t(`pages:load_import.${cause.field}`) : '' });
  return cause instanceof FileProblem ? `${name}: ${t(`import:problem.${cause.reason}`, { names: cause.names })}` : failureText(t, cause);
}

/** Files of loads: read, tried by the server, shown with all refusals, and only then written. */
export function useLoadImport(farm: number) {
  const { t } = useTranslation(['pages', 'import', 'core']);
  const format = useFormat();
  const work = useWork((error) => explainFailure(t, error));
  const [stage, setStage] = useState<LoadStage>('choose');
  const [rows, setRows] = useState<LoadRows | null>(null);
  const [verdict, setVerdict] = useState<LoadImported | null>(null);
  const [picks, setPicks] = useState(NO_PICKS);
  const [source, setSource] = useState('');

  const run = (task: (signal: AbortSignal) => Promise<void>, back: LoadStage) => work.run(task, () => setStage(back));

  const check = async (chosen: Chosen, signal: AbortSignal) => {
    setStage('checking');
    setVerdict(await sendLoads(chosen, { dryRun: true, signal, onProgress: work.setProgress }));
    setStage('checked');
  };

  const choose = (files: readonly File[]) =>
    run(async (signal) => {
      setStage('reading');
      const plan = planForLoads(await everyLanguage(['pages']), format);
      const all = joinRows(await readFiles(files, plan, signal));
      const counted = source || (all.programs[0] ?? '');
      setSource(counted);
      setRows(all);
      await check({ farm, rows: all, picks, source: counted }, signal);
    }, 'choose');

  /** Work with the files that are already read; a failure leads back to their check. */
  const proceed = (task: (chosen: Chosen, signal: AbortSignal) => Promise<void>) =>
    rows && run((signal) => task({ farm, rows, picks, source }, signal), 'checked');

  return {
    stage,
    rows,
    verdict,
    picks,
    source,
    problem: work.problem,
    progress: work.progress,
    setSource,
    pick: (name: UnmatchedName, id: number) => setPicks((known) => new Map(known).set(toUnmatchedKey(name), id)),
    choose,
    checkAgain: () => proceed(check),
    write: () =>
      proceed(async (chosen, signal) => {
        setStage('writing');
        setVerdict(await sendLoads(chosen, { dryRun: false, signal, onProgress: work.setProgress }));
        setStage('written');
        await refresh(schedules, ingredients, stocks, rations, groups);
      }),
    /** Cancels the import, and reads the stored state again. */
    cancel: () =>
      proceed(async (chosen, signal) => {
        toast.success(t('pages:load_import.cancelled'));
        await check(chosen, signal);
      }),
    again() {
      work.stop();
      setRows(null);
      setVerdict(null);
      setStage('choose');
    },
  };
}
