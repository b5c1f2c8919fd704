import { Paper, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil, IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Draft, Line } from './draft.ts';
import { AddGroup, GroupActions } from './group-actions.tsx';
import classes from './line-list.module.css';
import { type Left, total } from './room.ts';
import type { useRecording } from './use-recording.ts';

interface LineListProps {
  farm: number;
  /** The rest of an unloading; null while loading. */
  left: Left | null;
  /** Undefined unless the groups may be changed. */
  groups?: Pick<ReturnType<typeof useRecording>, 'rearrange' | 'addGroup' | 'skip'> | undefined;
  draft: Draft;
  lines: readonly Line[];
  /** Undefined while nothing can be corrected. */
  onChoose?: (line: number) => void;
}

/** The whole load: loaded and remaining lines. Each can be opened to correct it. */
export function LineList({ draft, lines, farm, left, groups, onChoose }: LineListProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const plan = lines.reduce((sum, line) => sum + line.plan, 0);
  return (
    <Paper withBorder className={classes.lines}>
      <div className={classes.linesHead}>
        <Text fw={600}>{t(draft.stage === 'load' ? 'pages:recording.whole_load' : 'pages:recording.whole_unloading')}</Text>
        <Text>
          <b>{format.value('weight', total(draft))}</b>{' '}
          <Text span c="dimmed">
            {t('pages:recording.of_plan', { plan: format.value('weight', plan), unit })}
          </Text>
        </Text>
      </div>
      <ol className={classes.list}>
        {lines.map((line) => {
          const mark = draft.marks[line.id];
          const current = line.id === draft.current && draft.started_at !== null;
          return (
            <li key={line.id} className={groups && classes.groupLine}>
              <UnstyledButton
                className={classes.line}
                data-current={current || undefined}
                aria-current={current ? 'step' : undefined}
                disabled={!onChoose}
                onClick={() => onChoose?.(line.id)}
              >
                <span className={classes.sign}>
                  {mark ? <IconCheck size={18} aria-hidden /> : current ? <IconPointFilled size={18} aria-hidden /> : null}
                </span>
                <span className={classes.lineName}>{line.name}</span>
                <span className={classes.lineWeight}>
                  {mark ? (
                    format.value('weight', mark.weight)
                  ) : (
                    <Text span c="dimmed">
                      {format.value('weight', line.plan)}
                    </Text>
                  )}
                </span>
                <span className={classes.lineOff}>
                  {mark && <Deviation plan={line.plan} fact={mark.weight} tolerance={line.tolerance} />}
                </span>
                <span className={classes.sign}>{mark && onChoose && <IconPencil size={16} aria-label={t('pages:recording.mend')} />}</span>
              </UnstyledButton>
              {groups && !mark && <GroupActions line={line} lines={lines} marks={draft.marks} groups={groups} />}
            </li>
          );
        })}
      </ol>
      {left && (
        <Text size="sm" className={classes.left}>
          {t('pages:recording.left_to_feed', {
            left: format.value('weight', left.inMixer),
            open: format.value('weight', left.toFeed),
            unit,
          })}
        </Text>
      )}
      {groups && <AddGroup farm={farm} lines={lines} onAdd={groups.addGroup} />}
    </Paper>
  );
}
