import { Fieldset, Group, Select, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { headingKey } from '#common/files/forms/heading-key.ts';
import { FORM_COLUMNS, type FormType, OWN_CODES } from '#contract/operations/blanks.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import classes from './order-fields.module.css';
import { type BlankValues, orderedColumns } from './values.ts';

interface OrderFieldsProps {
  form: UseFormReturnType<BlankValues>;
  type: FormType;
  feeds: ReadonlyMap<string, string>;
  readOnly: boolean;
}

/** Order of a file's columns or, for a printed form, the feeds that come first. */
export function OrderFields({ form, type, feeds, readOnly }: OrderFieldsProps) {
  const { t } = useTranslation(['operations', 'reports', 'core', 'pages']);
  const { order, headings } = form.values.template;
  const columns: readonly string[] = FORM_COLUMNS[type];
  const ofColumns = columns.length > 0;
  const keys = ofColumns ? orderedColumns(order, columns) : order.filter((key) => key.startsWith(OWN_CODES.ingredient));
  const toFeedId = (key: string) => key.slice(OWN_CODES.ingredient.length);
  const getKeyName = (key: string) =>
    ofColumns ? headings[key] || t(headingKey(type, key)) : (feeds.get(toFeedId(key)) ?? `№ ${toFeedId(key)}`);
  const set = (next: string[]) => form.setFieldValue('template.order', next);
  const swap = (at: number, by: -1 | 1) => {
    const next = [...keys];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    set(next);
  };
  const left = [...feeds].filter(([id]) => !keys.includes(`${OWN_CODES.ingredient}${id}`));
  return (
    <Fieldset legend={t(ofColumns ? 'pages:blanks.order_columns' : 'pages:blanks.order_feeds')}>
      {!ofColumns && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('pages:blanks.order_feeds_hint')}
        </Text>
      )}
      <Stack gap={4} component="ol" className={classes.list}>
        {keys.map((key, at) => {
          const name = getKeyName(key);
          return (
            <Group key={key} component="li" gap={4} wrap="nowrap">
              <Text size="sm" className={classes.name}>
                {at + 1}. {name}
              </Text>
              {!readOnly && (
                <>
                  <IconButton
                    icon={IconChevronUp}
                    disabled={at === 0}
                    label={t('pages:blanks.earlier', { name })}
                    onClick={() => swap(at, -1)}
                  />
                  <IconButton
                    icon={IconChevronDown}
                    disabled={at === keys.length - 1}
                    label={t('pages:blanks.later', { name })}
                    onClick={() => swap(at, 1)}
                  />
                  {!ofColumns && (
                    <IconButton
                      icon={IconX}
                      label={t('pages:blanks.take_out', { name })}
                      onClick={() => set(keys.filter((one) => one !== key))}
                    />
                  )}
                </>
              )}
            </Group>
          );
        })}
      </Stack>
      {!ofColumns && !readOnly && (
        <Select
          mt={keys.length > 0 ? 'xs' : 0}
          label={t('pages:blanks.order_add')}
          data={left.map(([id, name]) => ({ value: id, label: name }))}
          value={null}
          searchable
          nothingFoundMessage={t('core:list.nothing')}
          onChange={(id) => id && set([...keys, `${OWN_CODES.ingredient}${id}`])}
        />
      )}
    </Fieldset>
  );
}
