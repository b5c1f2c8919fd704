import { cloneElement, type ReactElement, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react';

/** Where something opens under its button, and whether it is open. */
export interface Drop {
  /** Of the button, which names what opens. */
  id: string;
  at: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** What a button must take to open something. */
interface TargetProps {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  onClick?: () => void;
  onMouseEnter?: () => void;
  onFocus?: () => void;
}

interface DropTargetProps {
  popup: 'menu' | 'dialog';
  button: ReactElement<TargetProps>;
  /** Brings the part of the program that opens, before the click that is likely to come. */
  preload?: () => void;
  /** What opens: by `DropMenu` or `DropPanel`, in a part of its own. */
  children: (drop: Drop) => ReactNode;
}

/** A button that opens a menu or a panel. Neither is loaded before somebody turns to the button. */
export function DropTarget({ popup, button, preload, children }: DropTargetProps) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const aria = { 'aria-haspopup': popup, 'aria-expanded': opened, 'aria-controls': opened && at ? `${id}-dropdown` : undefined };
  return (
    <>
      {cloneElement(button, {
        ...aria,
        ref: target,
        id,
        onMouseEnter: preload,
        onFocus: preload,
        onClick: () => {
          setAt(target.current);
          setOpened(!opened);
        },
      })}
      {at && <Suspense>{children({ id, at, opened, onChange: setOpened })}</Suspense>}
    </>
  );
}
