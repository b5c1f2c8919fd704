import { Button, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: Icon;
  title: string;
  text?: ReactNode;
  action?: { label: string; onClick: () => void };
  color?: string;
  role?: 'status' | 'alert';
}

/** A message in full width instead of content: nothing here, not permitted, failed. */
export function Notice({ icon: NoticeIcon, title, text, action, color = 'gray', role = 'status' }: NoticeProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" role={role}>
      <ThemeIcon variant="light" color={color} size={48} radius="xl" mb="xs">
        <NoticeIcon size={24} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {text && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {action && (
        <Button mt="xs" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </Stack>
  );
}
