import { cloneElement, type ReactElement, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react';

/** The position and state of an element that opens under its button. */
export interface Drop {
  /** Id of the button, which is the label of what opens. */
  id: string;
  at: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** Properties that a button needs to open something. */
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
  /** Loads the code of what opens before the likely click. */
  preload?: () => void;
  /** The opened element: a `DropMenu` or `DropPanel`, whose code loads separately. */
  children: (drop: Drop) => ReactNode;
}

/** A button that opens a menu or a panel. Its code loads when the button is hovered or focused. */
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
