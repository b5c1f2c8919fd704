import { Badge } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { nameOf, type Person } from './person.ts';

/** A name, with a mark for a locked person. */
export function PersonCell({ person }: { person: Person }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Truncated text={nameOf(person)} at={28} />
      {person.locked && (
        <Badge mx="xs" color="straw" variant="light" leftSection={<IconLock size={12} aria-hidden />}>
          {t('admin:person.locked')}
        </Badge>
      )}
    </>
  );
}
