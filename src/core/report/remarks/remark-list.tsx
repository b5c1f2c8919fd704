import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { type RemarkRow, remarks } from '#contract/operations/remarks.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import classes from './remarks.module.css';

interface RemarkListProps {
  rows: readonly RemarkRow[];
  /** Shows a heading. */
  headed: boolean;
  /** True if the report is of several farms. */
  ofSeveral: boolean;
  format: Formatter;
  /** Called with null for a new remark. */
  onEdit: (remark: RemarkRow | null) => void;
}

/** Remarks on a report's days; each can be changed and deleted here. */
export function RemarkList({ rows, headed, ofSeveral, format, onEdit }: RemarkListProps) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const remove = useRemove(remarks);
  return (
    <Stack gap="xs" component="section" aria-label={t('pages:remarks.title')}>
      {headed && <Text fw={600}>{t('pages:remarks.title')}</Text>}
      {rows.length === 0 && <Text c="dimmed">{t('pages:remarks.none')}</Text>}
      {rows.length > 0 && (
        <ul className={classes.list}>
          {rows.map((remark) => {
            const about = [format.value('date', remark.date), ofSeveral && remark.farm_name, remark.subject_name, remark.author];
            return (
              <li key={remark.id} className={classes.row}>
                <div className={classes.words}>
                  <Text className={classes.text}>{remark.text}</Text>
                  <Text size="xs" c="dimmed">
                    {about.filter(Boolean).join(' · ')}
                  </Text>
                </div>
                {can('filters', 'change') && (
                  <IconButton
                    icon={IconPencil}
                    glyph={18}
                    stroke={1.6}
                    size="lg"
                    label={`${t('core:actions.edit')}: ${remark.text}`}
                    onClick={() => onEdit(remark)}
                  />
                )}
                {can('filters', 'delete') && (
                  <IconButton
                    icon={IconTrash}
                    glyph={18}
                    stroke={1.6}
                    size="lg"
                    label={`${t('core:actions.delete')}: ${remark.text}`}
                    onClick={() => void remove(remark.id, remark.text)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {can('filters', 'add') && (
        <Group>
          <Button variant="default" size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit(null)}>
            {t('pages:remarks.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
