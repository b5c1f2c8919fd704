import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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

type LoadStage = 'choose' | 'reading' | 'checking' | 'checked' | 'writing' | 'written';

/** Sending counts as this part of the way. */
const SENDING = 0.1;
const TIMEOUT = 600_000;

/** Files of loads: read, tried by the server, shown with all refusals, and only then written. */
export function useLoadImport(farm: number) {
  const { t } = useTranslation(['pages', 'import', 'core']);
  const format = useFormat();
  const [stage, setStage] = useState<LoadStage>('choose');
  const [rows, setRows] = useState<LoadRows | null>(null);
  const [verdict, setVerdict] = useState<LoadImported | null>(null);
  const [picks, setPicks] = useState(NO_PICKS);
  const [source, setSource] = useState('');
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (work: (signal: AbortSignal) => Promise<void>, back: LoadStage) => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    setProblem('');
    try {
      await work(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(failureText(t, error));
      setStage(back);
    } finally {
      if (running.current === stop) setProgress(null);
    }
  };

  const send = async (from: LoadRows, of: NamePicks, counted: string, dryRun: boolean, signal: AbortSignal) => {
    setProgress(0);
    const body = {
      farm,
      ...(counted.trim() ? { source: counted.trim() } : {}),
      dry_run: dryRun,
      items: withPicks(from.items, farm, of),
      groups: withPicks(from.groups, farm, of),
    };
    const { data } = await api.post<LoadImported>('schedule/schedules/import/', {
      body,
      signal,
      timeout: TIMEOUT,
      onSent: (part) => setProgress(part * SENDING),
      onDone: (part) => setProgress(SENDING + part * (1 - SENDING)),
    });
    signal.throwIfAborted();
    return data;
  };

  const check = async (from: LoadRows, counted: string, signal: AbortSignal) => {
    setStage('checking');
    setVerdict(await send(from, picks, counted, true, signal));
    setStage('checked');
  };

  const choose = (files: readonly File[]) =>
    run(async (signal) => {
      setStage('reading');
      const plan = planForLoads(await everyLanguage(['pages']), format);
      const read: LoadRows[] = [];
      for (const file of files) {
        try {
          read.push(readLoadRows(file.name, await startReading(file, plan, signal)));
        } catch (error) {
          const text = textOfProblem(file.name, error);
          if (text === null) throw error;
          setProblem(text);
          setStage('choose');
          return;
        }
      }
      const all = joinRows(read);
      const counted = source || (all.programs[0] ?? '');
      setSource(counted);
      setRows(all);
      await check(all, counted, signal);
    }, 'choose');

  /** A file's problem in words; null if the error is another. */
  const textOfProblem = (name: string, error: unknown): string | null => {
    if (error instanceof LoadProblem)
      return t(`pages:load_import.${error.code}`, { name, field: error.field ? t(`pages:load_import.${error.field}`) : '' });
    return error instanceof FileProblem ? `${name}: ${t(`import:problem.${error.reason}`, { names: error.names })}` : null;
  };

  return {
    stage,
    rows,
    verdict,
    picks,
    source,
    problem,
    progress,
    setSource,
    pick: (name: UnmatchedName, id: number) => setPicks((known) => new Map(known).set(toUnmatchedKey(name), id)),
    choose,
    checkAgain: () => rows && run((signal) => check(rows, source, signal), 'checked'),
    write: () =>
      rows &&
      run(async (signal) => {
        setStage('writing');
        setVerdict(await send(rows, picks, source, false, signal));
        setStage('written');
        await refresh(schedules, ingredients, stocks, rations, groups);
      }, 'checked'),
    /** Cancels the import, and reads the stored state again. */
    cancel: () =>
      rows &&
      run(async (signal) => {
        toast.success(t('pages:load_import.cancelled'));
        await check(rows, source, signal);
      }, 'checked'),
    again() {
      running.current?.abort();
      setRows(null);
      setVerdict(null);
      setProblem('');
      setProgress(null);
      setStage('choose');
    },
  };
}
