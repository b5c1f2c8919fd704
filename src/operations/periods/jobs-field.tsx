import { Accordion, Alert, Button, Input, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '#src/core/api/new-id.ts';
import type { Choices } from '#src/operations/feedings/choices.ts';
import { FeedingFields } from '#src/operations/feedings/editor/feeding-fields.tsx';
import { type Feeding, startFeeding } from '#src/operations/feedings/feeding.ts';
import classes from './periods.module.css';

/** `key` identifies jobs that have no id yet. */
export interface JobValues extends Feeding {
  id?: number;
  key: string;
}

interface JobsFieldProps {
  value: readonly JobValues[];
  choices: Choices;
  onChange: (jobs: JobValues[]) => void;
  errorOf: (path: string) => string | undefined;
  /** The jobs in which something is wrong. */
  wrong: ReadonlySet<number>;
}

/** The loads of a period, one under the other; the open one is edited. */
export function JobsField({ value, choices, onChange, errorOf, wrong }: JobsFieldProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const [opened, setOpened] = useState<string[]>(value.length === 1 ? [value[0]!.key] : []);
  const shown = [...new Set([...opened, ...value.filter((_, index) => wrong.has(index)).map(({ key }) => key)])];
  const findRationName = (job: JobValues) => choices.rations.find(({ id }) => id === job.ration)?.name;
  const listGroupNames = (job: JobValues) =>
    job.groups.map(({ group }) => choices.groups.find(({ id }) => id === group)?.name ?? `#${group}`).join(', ');

  const add = () => {
    const job = { ...startFeeding(choices), key: newId() };
    onChange([...value, job]);
    setOpened([...opened, job.key]);
  };
  const move = (index: number, to: number) => {
    const jobs = [...value];
    const [job] = jobs.splice(index, 1);
    jobs.splice(to, 0, job!);
    onChange(jobs);
  };

  return (
    <Input.Wrapper label={t('pages:periods.jobs')} labelElement="div">
      {errorOf('jobs') && <Alert color="red">{errorOf('jobs')}</Alert>}
      <Accordion multiple variant="separated" value={shown} onChange={setOpened} chevronPosition="left" mb="xs">
        {value.map((job, index) => (
          <Accordion.Item key={job.key} value={job.key}>
            <Accordion.Control>
              <span className={classes.job} data-wrong={wrong.has(index) || undefined}>
                <Text fw={600} component="span">
                  {index + 1}. {findRationName(job) ?? t('pages:periods.new_job')}
                </Text>
                <Text size="xs" c="dimmed" component="span">
                  {listGroupNames(job)}
                </Text>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <FeedingFields
                value={job}
                choices={choices}
                errorOf={(path) => errorOf(`jobs.${index}.${path}`)}
                onChange={(part) => onChange(value.map((one) => (one.key === job.key ? { ...one, ...part } : one)))}
              />
              <div className={classes.jobTools}>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  disabled={index === 0}
                  leftSection={<IconArrowUp size={14} aria-hidden />}
                  onClick={() => move(index, index - 1)}
                >
                  {t('operations:planning.move_up')}
                </Button>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  disabled={index === value.length - 1}
                  leftSection={<IconArrowDown size={14} aria-hidden />}
                  onClick={() => move(index, index + 1)}
                >
                  {t('operations:planning.move_down')}
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => onChange(value.filter(({ key }) => key !== job.key))}
                >
                  {t('pages:periods.remove_job')}
                </Button>
              </div>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {t('pages:periods.add_job')}
      </Button>
    </Input.Wrapper>
  );
}
