import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameName } from '#common/files/incoming/keys.ts';
import { includesText } from '#common/texts/search-text.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormWork } from '#src/core/ui/form-work.ts';

export interface Named {
  id: number;
  name: string;
}

interface NameEntryOptions {
  rows: readonly Named[];
  value: number | null;
  onChange: ((id: number | null) => void) | undefined;
  onCreate: ((name: string) => Promise<number>) | undefined;
}

const MAX_OPTIONS = 100;
const ADD = '+';

/** The options for a typed text: rows that contain it, and adding it unless a row has that name. */
function findOptions(rows: readonly Named[], query: string, isOpen: boolean) {
  const isCalled = ({ name }: Named) => isSameName(name, query);
  const found = rows.filter(({ name }) => includesText(name, query)).slice(0, MAX_OPTIONS);
  const exact = query === '' ? undefined : rows.find(isCalled);
  const mayCreate = isOpen && query !== '' && !exact;
  const offered = [...found.map(({ id }) => String(id)), ...(mayCreate ? [ADD] : [])];
  return { found, exact, mayCreate, offered, best: Math.max(0, found.findIndex(isCalled)) };
}

/** The row that is being added by its name, and the last added one. */
function useAdding(latest: RefObject<NameEntryOptions>) {
  const [adding, setAdding] = useState<string | null>(null);
  const [added, setAdded] = useState<Named | null>(null);
  const work = useRef<Promise<void> | null>(null);
  /** Rejects if the row can't be added. A row that was chosen instead of `before` in the meantime stays. */
  const add = (name: string, before: number | null, onAdded: (id: number) => void, onFailed: (failure: unknown) => void) => {
    setAdding(name);
    const isStale = () => work.current !== making || latest.current.value !== before;
    const making: Promise<void> = latest.current.onCreate!(name)
      .then((id) => {
        if (isStale()) return;
        setAdded({ id, name });
        onAdded(id);
      })
      .catch((failure) => {
        if (isStale()) return;
        onFailed(failure);
        throw failure;
      })
      .finally(() => {
        if (work.current !== making) return;
        work.current = null;
        setAdding(null);
      });
    work.current = making;
    making.catch(() => undefined);
    return making;
  };
  return { adding, added, setAdding, work, add };
}

/** The text of a select that also adds rows: matching rows, and the row that is being added. */
export function useNameEntry(options: NameEntryOptions) {
  const { rows, value, onCreate } = options;
  const { t } = useTranslation('core');
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { adding, added, setAdding, work, add } = useAdding(latest);

  const forget = () => {
    setTyped(null);
    setProblem(null);
  };
  // The form chose another row, for example by an order's supplier: the text is stale.
  if (value !== seen) {
    setSeen(value);
    setAdding(null);
    forget();
  }

  const query = (typed ?? '').trim();
  const { found, exact, mayCreate, offered, best } = findOptions(rows, query, onCreate !== undefined);

  const change = (id: number) => {
    setSeen(id);
    latest.current.onChange?.(id);
  };
  const choose = (id: number) => {
    work.current = null;
    setAdding(null);
    forget();
    change(id);
  };
  /** Rejects if the row can't be added; the field then shows the reason and the name. */
  const create = (name: string) => {
    forget();
    return add(name, value, change, (failure) => {
      setProblem(failureText(t, failure));
      setTyped((text) => text ?? name);
    });
  };

  // A name that nobody chose or added is never lost on save.
  useFormWork(() => {
    if (work.current) return work.current;
    if (query === '') return undefined;
    if (exact) return void choose(exact.id);
    if (found.length === 0 && mayCreate) return create(query);
    setProblem(t('core:list.choose'));
    return Promise.reject(new Error('not chosen'));
  });

  const chosen = rows.find(({ id }) => id === value) ?? (added?.id === value ? added : undefined);
  return {
    found,
    mayCreate,
    query,
    problem,
    text: typed ?? adding ?? chosen?.name ?? '',
    isTyping: typed !== null,
    isAdding: adding !== null,
    /** Index of the option for Enter: the row of that name, otherwise the first match; adding is the last option. */
    best,
    /** The option at an index, in the form for `take`. */
    optionAt: (index: number) => offered[index],
    take: (option: string | undefined) => {
      if (option === ADD) void create(query);
      else if (option !== undefined) choose(Number(option));
    },
    type: (text: string) => {
      setTyped(text);
      setProblem(null);
    },
    /** On blur: the text stays unless it names a row or is empty. */
    leave: () => {
      if (exact) choose(exact.id);
      else if (query === '') forget();
    },
    forget,
  };
}
