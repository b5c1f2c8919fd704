import { Button, Loader, Popover } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';

interface DropPanelProps {
  icon: Icon;
  label: string;
  /** Read before the label: what the button is about. */
  name?: string;
  children: (close: () => void) => ReactNode;
}

/** A button with a panel under it, whose part of the program comes at its first opening. */
export function DropPanel({ icon: PanelIcon, label, name, children }: DropPanelProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          fw={400}
          maw="100%"
          aria-label={name && `${name}: ${label}`}
          leftSection={<PanelIcon size={16} stroke={1.6} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" miw={240} maw="calc(100vw - 32px)">
        <Suspense fallback={<Loader size="sm" />}>{children(() => setOpened(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
