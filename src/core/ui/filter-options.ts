import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { includesText } from '#common/texts/search-text.ts';

/** The options of a select that contain the typed text, by the rule of every search. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const isFound = ({ label }: ComboboxItem) => includesText(label, search);
  const found = options.map((option) => ('group' in option ? { ...option, items: option.items.filter(isFound) } : option));
  return found.filter((option) => 'group' in option || isFound(option)).slice(0, limit);
};
