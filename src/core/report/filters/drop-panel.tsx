import { Button, Loader, Text } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';

const Panel = lazyPart(async () => (await import('#src/core/ui/drop-place.tsx')).DropPanel);

interface DropPanelProps {
  icon: Icon;
  label: string;
  /** Read by screen readers before the label. */
  name?: string;
  /** Shows only the icon where other buttons need the room. */
  quiet?: boolean;
  /** Has a long text that may be cut in favour of others. */
  wordy?: boolean;
  /** Loads the panel's code before the likely click. */
  preload: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button with a panel whose code loads when the button is hovered or focused. */
export function DropPanel({ icon: PanelIcon, label, name, quiet, wordy, preload, children }: DropPanelProps) {
  return (
    <DropTarget
      popup="dialog"
      preload={() => {
        Panel.preload();
        preload();
      }}
      button={
        <Button
          variant="default"
          size="sm"
          fw={400}
          maw="100%"
          aria-label={name && `${name}: ${label}`}
          title={quiet ? label : undefined}
          data-wordy={wordy || undefined}
          leftSection={<PanelIcon size={16} stroke={1.6} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Text span inherit truncate lh="sm">
            {label}
          </Text>
        </Button>
      }
    >
      {(drop) => (
        <Panel drop={drop}>
          <Suspense fallback={<Loader size="sm" />}>{children(() => drop.onChange(false))}</Suspense>
        </Panel>
      )}
    </DropTarget>
  );
}
