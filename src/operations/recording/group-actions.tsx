import { IconArrowDown, IconArrowUp, IconPlayerSkipForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { schedules } from '#contract/operations/feedings.ts';
import type { FilterOption } from '#contract/options.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { Draft, Line } from './draft.ts';
import classes from './line-list.module.css';
import type { useRecording } from './use-recording.ts';

interface GroupActionsProps {
  line: Line;
  lines: readonly Line[];
  marks: Draft['marks'];
  groups: Pick<ReturnType<typeof useRecording>, 'rearrange' | 'skip'>;
}

/** Moves a group without a weight among the others, or skips it. */
export function GroupActions({ line, lines, marks, groups }: GroupActionsProps) {
  const { t } = useTranslation('pages');
  const open = lines.filter(({ id }) => !marks[id]);
  const place = open.indexOf(line);
  const swap = (by: number) => {
    const other = open[place + by];
    if (other) groups.rearrange(lines.map((one) => (one === line ? other : one === other ? line : one)));
  };
  const { name } = line;
  return (
    <span className={classes.groupActions}>
      <IconButton
        icon={IconArrowUp}
        size={44}
        label={t('pages:recording.earlier', { name })}
        disabled={place === 0}
        onClick={() => swap(-1)}
      />
      <IconButton
        icon={IconArrowDown}
        size={44}
        label={t('pages:recording.later', { name })}
        disabled={place === open.length - 1}
        onClick={() => swap(1)}
      />
      <IconButton icon={IconPlayerSkipForward} size={44} label={t('pages:recording.skip', { name })} onClick={() => groups.skip(line.id)} />
    </span>
  );
}

interface AddGroupProps {
  farm: number;
  lines: readonly Line[];
  onAdd: (group: { id: number; name: string }) => void;
}

/** Chooses a further group of the farm; the list is stored on the device. */
export function AddGroup({ farm, lines, onAdd }: AddGroupProps) {
  const { t } = useTranslation('pages');
  const { data = [] } = useQuery({
    queryKey: ['groups', 'to-feed', farm],
    queryFn: ({ signal }) =>
      orKept(`groups:${farm}`, async () => {
        const query = { filter: 'group', farm };
        return (await api.get<FilterOption[]>(`${schedules.path}/options/`, { query, farm, signal })).data;
      }),
  });
  const others = data.filter(({ id }) => !lines.some((line) => line.id === id));
  if (others.length === 0) return null;
  return (
    <IdSelect
      className={classes.addGroup}
      size="md"
      rows={others}
      value={null}
      placeholder={t('pages:recording.add_group')}
      aria-label={t('pages:recording.add_group')}
      onChange={(id) => {
        const group = others.find((one) => one.id === id);
        if (group) onAdd(group);
      }}
    />
  );
}
