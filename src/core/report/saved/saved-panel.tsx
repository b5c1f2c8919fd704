import { Anchor, Divider, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { Resource } from '#contract/resource.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useAppPath } from '#src/core/api/place.ts';
import type { Keeping } from '#src/core/report/share/keeping.ts';
import { inClient } from '#src/core/report/share/keeping.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { NameForm, type Saved } from './name-form.tsx';
import type { Kept } from './saved-filters.ts';
import { savedAddress } from './saved-filters.ts';

interface SavedPanelProps {
  definition: Pick<ReportDefinition, 'id' | 'route' | 'address'>;
  /** null if there is nothing to save yet. */
  kept: Kept | null;
  keeping: Keeping;
  close: () => void;
}

/** Saves the current filters under a name, and lists the saved ones. */
export function SavedPanel({ definition, kept, keeping, close }: SavedPanelProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const { saved, place } = keeping;
  const remove = useRemove(saved);
  // Without the farm filter, so that the saved filters of all farms are listed.
  const { data, error } = useList<Resource, Saved>(saved, {
    kind: place?.kind,
    report_type: definition.id,
    ordering: 'name',
    page_size: 1000,
  });
  return (
    <Stack gap="xs">
      {kept && (!place || can('filters', 'add')) && (
        <>
          <NameForm definition={definition} kept={kept} keeping={keeping} saved={data?.rows ?? []} close={close} />
          <Divider />
        </>
      )}
      {error && !data ? (
        <Text c="dimmed">{failureText(t, error)}</Text>
      ) : !data ? (
        <Loader size="sm" aria-label={t('core:loading')} />
      ) : data.rows.length === 0 ? (
        <Text c="dimmed">{t('reports:saved.none')}</Text>
      ) : (
        <ScrollArea.Autosize mah={260} type="auto">
          <Stack gap={8} component="nav" aria-label={t('reports:saved.title')}>
            {data.rows.map(({ id, name, filters, left_out = 0 }) => (
              <Group key={id} gap="xs" justify="space-between" wrap="nowrap">
                <Anchor component={Link} to={path(savedAddress(definition, filters))} size="sm" onClick={close}>
                  {name}
                  {left_out > 0 && (
                    <Text size="xs" c="dimmed">
                      {`${t('pages:views.left_out')}: ${t('pages:views.left_out_text', { number: left_out })}`}
                    </Text>
                  )}
                </Anchor>
                {/* A client's saved filters have their own screen. */}
                {!place && (
                  <IconButton
                    icon={IconTrash}
                    stroke={1.6}
                    label={`${t('core:actions.delete')}: ${name}`}
                    onClick={() => void remove(id, name)}
                  />
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}

/** Panel for the saved filters of a farm, for screens that don't know where they are stored. */
export const FarmSavedPanel = ({ farm, ...panel }: Omit<SavedPanelProps, 'keeping'> & { farm: number }) => (
  <SavedPanel {...panel} keeping={inClient(farm)} />
);
