import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnMeaning, FileProblem } from '#common/files/incoming/problem.ts';
import type { Imported, ImportedRow } from '#contract/imports.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { everyLanguage } from '#src/core/i18n/i18n.ts';
import type { ImportSpec, ListFile } from '#src/core/resource/list-file.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { asSeen, type CheckedFile, withErrors } from './checked-file.ts';
import { planOf } from './plan-of.ts';
import { type ColumnChoices, recallChoices, rememberChoices } from './remembered-columns.ts';
import { startReading } from './run.ts';

interface OpenFile {
  source: File;
  meanings: readonly ColumnMeaning[];
  choices: ColumnChoices;
}

export type ImportStage = 'choose' | 'reading' | 'checking' | 'preview' | 'writing';

/** Thousands of rows take the server some seconds, and a slow line longer. */
const TIMEOUT = 600_000;

/** The part of the way that sending the rows is taken for. */
const SENDING = 0.1;

/** A file's way in: read in a worker, tried by the server, shown, and only then written. */
export function useImport(file: ListFile, imports: ImportSpec, onDone: () => void) {
  const { t } = useTranslation(['import', 'core']);
  const reader = useFormat();
  const [stage, setStage] = useState<ImportStage>('choose');
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [problem, setProblem] = useState('');
  /** The columns of a file that was refused for what one of them is. */
  const [open, setOpen] = useState<OpenFile | null>(null);
  /** Of what the server is asked to do, from 0 to 1; null while it is asked nothing. */
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (rows: readonly object[], dryRun: boolean, signal: AbortSignal) => {
    const body = { rows, dry_run: dryRun, ...(imports.farm === undefined ? {} : { farm: imports.farm }) };
    setProgress(0);
    const onSent = (part: number) => setProgress(part * SENDING);
    const onDone = (part: number) => setProgress(SENDING + part * (1 - SENDING));
    const path = `${file.source.path ?? file.source.resource.path}/import/`;
    return (await api.post<Imported>(path, { body, signal, timeout: TIMEOUT, onSent, onDone })).data;
  };

  const run = async (work: (signal: AbortSignal) => Promise<void>, back: ImportStage) => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    setProblem('');
    setOpen(null);
    try {
      await work(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(error instanceof FileProblem ? t(`import:problem.${error.reason}`, { names: error.names }) : failureText(t, error));
      // Whether it was written isn't known: the file is looked at anew, which tells of what is there.
      const unheard = error instanceof ApiError && error.status === 0;
      if (unheard) setChecked(null);
      setStage(unheard ? 'choose' : back);
    } finally {
      if (!stop.signal.aborted) setProgress(null);
    }
  };

  /** Reads a file, with what the person says about its columns, now or for an earlier file with the same headings. */
  const choose = (source: File, chosen?: ColumnChoices) =>
    run(async (signal) => {
      setChecked(null);
      setStage('reading');
      const plan = planOf(file, imports, await everyLanguage(['core', ...[imports.texts].flat()]), reader);
      const list = file.source.resource.id;
      const read = async (choices: ColumnChoices) => {
        const content = await startReading(source, { ...plan, choices }, signal);
        if (chosen) rememberChoices(list, content.meanings, chosen);
        return { name: source.name, plan: { ...plan, choices }, content };
      };
      const found = await read(chosen ?? {})
        .catch((error: unknown) => {
          const known = chosen || !(error instanceof FileProblem) ? undefined : recallChoices(list, error.meanings);
          if (known) return read(known);
          throw error;
        })
        .catch((error: unknown) => {
          if (error instanceof FileProblem && error.meanings.length > 0)
            setOpen({ source, meanings: error.meanings, choices: chosen ?? {} });
          throw error;
        });
      await check(found, signal);
    }, 'choose');

  const check = async (read: Omit<CheckedFile, 'verdict'>, signal: AbortSignal) => {
    setStage('checking');
    const verdict = await send(
      read.content.rows.map(({ values }) => values),
      true,
      signal,
    );
    signal.throwIfAborted();
    setChecked({ ...read, verdict });
    setStage('preview');
  };

  /** Writes the rows except those that the person leaves out. */
  const write = (from: CheckedFile, isLeftOut: (row: ImportedRow) => boolean) =>
    run(async (signal) => {
      setStage('writing');
      const taken = from.content.rows.flatMap((_, at) => (from.verdict.rows[at] && isLeftOut(from.verdict.rows[at]) ? [] : [at]));
      try {
        const { created, updated } = await send(asSeen(from, imports, taken), false, signal);
        toast.success(t('import:done', { created, updated }));
        await refresh(file.source.resource, ...(imports.touches ?? []));
        onDone();
      } catch (error) {
        // Somebody came between the look and the word: the file stays, with what is wrong now.
        if (!(error instanceof ApiError) || !Object.keys(error.errors).some((path) => path.startsWith('rows.'))) throw error;
        setChecked({ ...from, verdict: withErrors(from.verdict, error, taken) });
        setStage('preview');
      }
    }, 'preview');

  /** Gives the writing up. What the file would do is fetched once more: that shows what is there, even if the word came too late. */
  const cancel = (from: CheckedFile) =>
    run(async (signal) => {
      toast.success(t('import:cancelled'));
      await check(from, signal);
    }, 'preview');

  const again = () => {
    running.current?.abort();
    setChecked(null);
    setProblem('');
    setOpen(null);
    setProgress(null);
    setStage('choose');
  };

  return { stage, progress, checked, problem, open, choose, write, cancel, again };
}
