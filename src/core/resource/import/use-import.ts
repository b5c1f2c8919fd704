import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColumnMeaning, FileProblem } from '#common/files/incoming/problem.ts';
import type { Imported, ImportedRow, UnmatchedName } from '#contract/imports.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { everyLanguage } from '#src/core/i18n/i18n.ts';
import type { ImportSpec, ListFile } from '#src/core/resource/list-file.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { asSeen, type CheckedFile, type PastedRows, withErrors } from './checked-file.ts';
import { fillColumn } from './code-step.tsx';
import { planOf } from './plan-of.ts';
import { type ColumnChoices, fetchRemembered, findChoices, rememberChoices } from './remembered-columns.ts';
import { startReading } from './run.ts';
import { type NamePicks, NO_PICKS, replaceNames, toUnmatchedKey } from './unmatched.ts';

interface OpenFile {
  source: File;
  meanings: readonly ColumnMeaning[];
  choices: ColumnChoices;
}

/** A file that the server hasn't judged yet. */
type Unchecked = Omit<CheckedFile, 'verdict' | 'names'>;

export type ImportStage = 'choose' | 'reading' | 'checking' | 'preview' | 'writing';

/** Max ms: thousands of rows take the server some seconds, and a slow connection longer. */
const TIMEOUT = 600_000;

/** Share of sending the rows in the progress. */
const SENDING = 0.1;

/** The steps of an import: read in a worker, tried by the server, shown, and only then written. */
export function useImport(file: ListFile, imports: ImportSpec, onDone: () => void, pasted?: PastedRows) {
  const { t } = useTranslation(['import', 'core']);
  const reader = useFormat();
  const [stage, setStage] = useState<ImportStage>('choose');
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [problem, setProblem] = useState('');
  /** A refused file whose columns need an explanation. */
  const [open, setOpen] = useState<OpenFile | null>(null);
  /** Progress of the server's work, from 0 to 1; null without work. */
  const [progress, setProgress] = useState<number | null>(null);
  const [picks, setPicks] = useState(NO_PICKS);
  /** The farm of rows that name none. */
  const [farm, setFarm] = useState(imports.farm);
  const running = useRef<AbortController | null>(null);
  /** The content of the latest check, which may still run: a choice adds to it. */
  const latest = useRef<Unchecked | null>(null);
  const checkPasted = useEffectEvent(() => {
    if (pasted) void run(async (signal) => check(await toUnchecked(pasted), signal), 'choose');
  });
  useEffect(() => {
    checkPasted();
    return () => running.current?.abort();
  }, []);

  const path = file.source.path ?? file.source.resource.path;
  const send = async (rows: readonly object[], dryRun: boolean, signal: AbortSignal, of = farm) => {
    const body = { rows, dry_run: dryRun, ...(of === undefined ? {} : { farm: of }) };
    setProgress(0);
    const onSent = (part: number) => setProgress(part * SENDING);
    const onDone = (part: number) => setProgress(SENDING + part * (1 - SENDING));
    return (await api.post<Imported>(`${path}/import/`, { body, signal, timeout: TIMEOUT, onSent, onDone })).data;
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
      // Without an answer the result is unknown: the file is checked again, which shows the stored rows.
      const unheard = error instanceof ApiError && error.status === 0;
      if (unheard) setChecked(null);
      setStage(unheard ? 'choose' : back);
    } finally {
      // The bar stays until the preview is rendered.
      if (!stop.signal.aborted) startTransition(() => setProgress(null));
    }
  };

  /** Reads a file with the person's choices for its columns, else with those for an earlier file with the same headings. */
  const choose = (source: File, chosen?: ColumnChoices) =>
    run(async (signal) => {
      setChecked(null);
      setStage('reading');
      const [languages, remembered] = await Promise.all([readTexts(), chosen ? [] : fetchRemembered(path, signal)]);
      const plan = planOf(file, imports, languages, reader);
      const read = async (choices: ColumnChoices, isRemembered: boolean) => {
        const content = await startReading(source, { ...plan, choices }, signal);
        return { name: source.name, source, choices, isRemembered, plan: { ...plan, choices }, content };
      };
      const readRemembered = async () => {
        let first: Awaited<ReturnType<typeof read>> | FileProblem;
        try {
          first = await read({}, false);
        } catch (error) {
          if (!(error instanceof FileProblem)) throw error;
          first = error;
        }
        const known = findChoices(remembered, first instanceof FileProblem ? first.meanings : first.content.meanings);
        if (known) return read(known, true);
        if (first instanceof FileProblem) throw first;
        return first;
      };
      try {
        const found = await (chosen ? read(chosen, false) : readRemembered());
        if (chosen) await rememberChoices(path, found.content.meanings, chosen);
        await check(found, signal);
      } catch (error) {
        if (error instanceof FileProblem && error.meanings.length > 0) setOpen({ source, meanings: error.meanings, choices: chosen ?? {} });
        throw error;
      }
    }, 'choose');

  const readTexts = () => everyLanguage(['core', ...[imports.texts].flat()]);
  const toUnchecked = async ({ name, content }: PastedRows) => {
    const plan = planOf(file, imports, await readTexts(), reader);
    return { name, source: null, choices: {}, isRemembered: false, plan, content };
  };

  /** Asks for the effect of the rows. Names that got a row in an earlier check are replaced by its id. */
  const check = async (read: Unchecked, signal: AbortSignal, picked: NamePicks = picks, of = farm) => {
    latest.current = read;
    setStage('checking');
    const rows = read.content.rows.map(({ values }) => values);
    const names: UnmatchedName[] = [];
    let verdict: Imported;
    do {
      verdict = await send(replaceNames(rows, names, picked), true, signal, of);
      signal.throwIfAborted();
      names.push(...verdict.unmatched);
    } while (verdict.unmatched.some((name) => picked.has(toUnmatchedKey(name))));
    // The preview renders in slices, so that the page doesn't stall.
    startTransition(() => {
      setChecked({ ...read, verdict, names });
      setStage('preview');
    });
  };

  /** Chooses the row that a name means. The file is checked again as soon as each name has a row. */
  const pick = (from: CheckedFile, name: UnmatchedName, id: number) => {
    const picked = new Map(picks).set(toUnmatchedKey(name), id);
    setPicks(picked);
    if (from.names.every((one) => picked.has(toUnmatchedKey(one)))) checkAgain(from, picked);
  };
  const checkAgain = (from: CheckedFile, picked = picks) => void run((signal) => check(latest.current ?? from, signal, picked), 'preview');

  /** Chooses the farm of the rows that name none, and checks the file again. */
  const chooseFarm = (from: CheckedFile, id: number) => {
    setFarm(id);
    void run((signal) => check(latest.current ?? from, signal, picks, id), 'preview');
  };

  /** Gives all rows the code that the file has no column for, and checks the file again. */
  const chooseCode = (from: CheckedFile, key: string, code: string) =>
    void run((signal) => check(fillColumn(latest.current ?? from, key, code), signal), 'preview');

  /** Writes the rows except those that the person skips. */
  const write = (from: CheckedFile, isLeftOut: (row: ImportedRow, at: number) => boolean) =>
    run(async (signal) => {
      setStage('writing');
      const taken = from.content.rows.flatMap((_, at) => (from.verdict.rows[at] && isLeftOut(from.verdict.rows[at], at) ? [] : [at]));
      try {
        const { created, updated } = await send(asSeen(from, imports, picks, taken), false, signal);
        toast.success(t('import:done', { created, updated }));
        await refresh(file.source.resource, ...(imports.touches ?? []));
        onDone();
      } catch (error) {
        // A row was changed after the preview: the file stays, with the new errors.
        if (!(error instanceof ApiError) || !Object.keys(error.errors).some((path) => path.startsWith('rows.'))) throw error;
        setChecked({ ...from, verdict: withErrors(from.verdict, error, taken) });
        setStage('preview');
      }
    }, 'preview');

  /** Cancels the writing and checks the file again, which shows the stored rows even if the cancel was too late. */
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
    setPicks(NO_PICKS);
    setStage('choose');
  };

  return { stage, progress, checked, problem, open, picks, pick, checkAgain, farm, chooseFarm, chooseCode, choose, write, cancel, again };
}
