import { Button, Loader, Text } from '@mantine/core';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';

const Panel = lazyPart(async () => (await import('#src/core/ui/drop-place.tsx')).DropPanel);

interface DropPanelProps {
  icon: Icon;
  label: string;
  /** Read before the label: what the button is about. */
  name?: string;
  /** Its icon says enough where others need the room. */
  quiet?: boolean;
  /** Its words are long, and give way to others. */
  wordy?: boolean;
  /** Brings what the panel holds, before the click that is likely to come. */
  preload: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button with a panel under it, whose part of the program comes when somebody turns to the button. */
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
