import { Combobox, InputBase, Loader, ScrollArea, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Named, useNameEntry } from './use-name-entry.ts';

interface CreatableSelectProps {
  label: string;
  placeholder?: string;
  /** Undefined while the rows load. */
  rows: readonly Named[] | undefined;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** Adds a row by name and resolves with its id; absent without the right. */
  onCreate?: ((name: string) => Promise<number>) | undefined;
  clearable?: boolean;
  error?: ReactNode;
}

/**
 * A select that also adds a row by its name. The field stays enabled and focused while the row is saved, and the form's save waits for the
 * row (`FormWork`). Tab and Enter both take the highlighted option.
 */
export function CreatableSelect(props: CreatableSelectProps) {
  const { label, placeholder, rows = [], value = null, onChange, onCreate, clearable = false, error } = props;
  const { t } = useTranslation('core');
  const entry = useNameEntry({ rows, value, onChange, onCreate });
  const { found, best, query, mayCreate, isAdding } = entry;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectOption } = combobox;
  useEffect(() => {
    if (query !== '') selectOption(best);
  }, [query, best, selectOption]);

  /** Takes the highlighted option, or the best one before any is drawn. */
  const takeSelected = () => {
    const index = combobox.getSelectedOptionIndex();
    combobox.closeDropdown();
    entry.take(entry.optionAt(index < 0 ? best : index));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') entry.forget();
    if (event.key === 'Tab' && query !== '') takeSelected();
    if (event.key === 'Enter' && query !== '' && (found.length > 0 || mayCreate)) {
      event.preventDefault();
      takeSelected();
    }
  };
  const clears = clearable && value !== null && !entry.isTyping && !isAdding;

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(option) => {
        combobox.closeDropdown();
        entry.take(option);
      }}
      withinPortal
    >
      <Combobox.Target>
        <InputBase
          label={label}
          placeholder={placeholder}
          value={entry.text}
          error={entry.problem ?? error}
          aria-busy={isAdding || undefined}
          autoComplete="off"
          rightSection={
            isAdding ? (
              <Loader size={16} />
            ) : clears ? (
              <Combobox.ClearButton aria-label={t('core:actions.reset')} onClear={() => onChange?.(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={clears ? 'all' : 'none'}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            entry.type(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            entry.leave();
          }}
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
