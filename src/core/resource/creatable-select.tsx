import { Combobox, InputBase, ScrollArea, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#src/core/api/error-text.ts';
import { FormWork } from '#src/core/ui/form-work.ts';

interface Named {
  id: number;
  name: string;
}

interface CreatableSelectProps {
  label: string;
  placeholder?: string;
  /** While they are still to come there are none to choose from. */
  rows: readonly Named[] | undefined;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** Makes what was typed and gives its number; absent for those who may not. */
  onCreate?: ((name: string) => Promise<number>) | undefined;
  clearable?: boolean;
  error?: ReactNode;
}

const MOST = 100;

/** A select in which what isn't there yet can be added by its name. */
export function CreatableSelect(props: CreatableSelectProps) {
  const { label, placeholder, rows = [], value = null, onChange, onCreate, clearable = false, error } = props;
  const { t } = useTranslation('core');
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = use(FormWork);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chosen = rows.find(({ id }) => id === value)?.name ?? '';
  const query = (typed ?? '').trim();
  const lower = query.toLocaleLowerCase();
  const found = rows.filter(({ name }) => name.toLocaleLowerCase().includes(lower)).slice(0, MOST);
  const mayCreate = onCreate && query !== '' && !rows.some(({ name }) => name.toLocaleLowerCase() === lower);

  // Enter takes what is called so, or else the first that is found; adding it comes last.
  const exact = found.findIndex(({ name }) => name.toLocaleLowerCase() === lower);
  const { selectOption } = combobox;
  useEffect(() => {
    if (lower !== '') selectOption(Math.max(0, exact));
  }, [lower, exact, selectOption]);

  const finish = () => {
    setTyped(null);
    combobox.closeDropdown();
  };
  const submit = async (next: string) => {
    setProblem(null);
    if (next !== '+') {
      onChange?.(Number(next));
      return finish();
    }
    setBusy(true);
    const making = onCreate!(query).then((id) => onChange?.(id));
    begin(making);
    try {
      await making;
      finish();
    } catch (failure) {
      setProblem(failureText(t, failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Combobox store={combobox} onOptionSubmit={(next) => void submit(next)} withinPortal>
      <Combobox.Target>
        <InputBase
          label={label}
          placeholder={placeholder}
          value={typed ?? chosen}
          error={problem ?? error}
          disabled={busy}
          autoComplete="off"
          rightSection={
            clearable && value !== null && typed === null ? (
              <Combobox.ClearButton aria-label={t('core:actions.reset')} onClear={() => onChange?.(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clearable && value !== null ? 'all' : 'none'}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
            combobox.openDropdown();
          }}
          onBlur={finish}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah={240} type="auto">
            {found.map(({ id, name }) => (
              <Combobox.Option key={id} value={String(id)} active={id === value}>
                {name}
              </Combobox.Option>
            ))}
            {mayCreate && (
              <Combobox.Option value="+">
                <IconPlus size={14} aria-hidden /> {t('core:list.create', { name: query })}
              </Combobox.Option>
            )}
            {found.length === 0 && !mayCreate && <Combobox.Empty>{t('core:list.nothing')}</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
