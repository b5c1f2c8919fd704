import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import type { Drop } from './drop.tsx';

interface PlaceProps {
  node: HTMLElement;
  /** Set by the popover: receives the element to which it is attached. */
  at?: (node: HTMLElement | null) => void;
}

/** Represents the button, which existed long before the popover. */
function Place({ node, at }: PlaceProps) {
  useLayoutEffect(() => {
    at?.(node);
    return () => at?.(null);
  }, [node, at]);
  return null;
}

/** Becomes true only after the popover is mounted, because it records the earlier focus when this changes. */
function useOpened({ opened }: Drop): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return there && opened;
}

type Given = 'opened' | 'onChange' | 'id' | 'children';

export function DropPanel({ drop, children, ...rest }: { drop: Drop; children: ReactNode } & Omit<PopoverProps, Given>) {
  return (
    <Popover
      id={drop.id}
      opened={useOpened(drop)}
      onChange={drop.onChange}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
      {...rest}
    >
      <Popover.Target refProp="at">
        <Place node={drop.at} />
      </Popover.Target>
      <Popover.Dropdown p="sm" miw={240} maw="calc(100vw - 32px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

export function DropMenu({ drop, children, ...rest }: { drop: Drop; children: ReactNode } & Omit<MenuProps, Given>) {
  return (
    <Menu id={drop.id} opened={useOpened(drop)} onChange={drop.onChange} position="bottom-start" {...rest}>
      <Menu.Target refProp="at">
        <Place node={drop.at} />
      </Menu.Target>
      {children}
    </Menu>
  );
}
