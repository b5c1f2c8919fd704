import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyPart } from './lazy-part.ts';

const TipBox = lazyPart(async () => (await import('./tip-box.tsx')).TipBox);

/** Listeners of a tip; the element's own listeners are called as well. */
interface Listeners {
  onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
  onMouseLeave?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

interface TipProps extends Listeners {
  /** A function is called when the tip is shown. */
  label: string | (() => ReactNode);
  children: ReactElement<Listeners>;
}

const HOVER_WAIT = 300;

const both =
  <Event,>(...listeners: (((event: Event) => unknown) | undefined)[]) =>
  (event: Event) => {
    for (const listener of listeners) listener?.(event);
  };

/** Tooltip of an element with hover or focus. The code that positions it loads with the first one. */
export function Tip({ label, children, ...given }: TipProps) {
  const id = useId();
  const [at, setAt] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (element: HTMLElement, wait: number) => {
    TipBox.preload();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAt(element), wait);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAt(null);
  };
  const { props } = children;
  const listeners: Listeners = {
    onMouseEnter: both(given.onMouseEnter, props.onMouseEnter, (event) => show(event.currentTarget, HOVER_WAIT)),
    onMouseLeave: both(given.onMouseLeave, props.onMouseLeave, hide),
    onFocus: both(given.onFocus, props.onFocus, (event) => event.target.matches(':focus-visible') && show(event.currentTarget, 0)),
    onBlur: both(given.onBlur, props.onBlur, hide),
    onClick: both(given.onClick, props.onClick, hide),
    onKeyDown: both(given.onKeyDown, props.onKeyDown, (event) => event.key === 'Escape' && hide()),
  };
  return (
    <>
      {cloneElement(children, { ...given, ...listeners, ...(at ? { 'aria-describedby': id } : {}) })}
      {at && (
        <Suspense>
          <TipBox id={id} at={at} label={typeof label === 'string' ? label : label()} />
        </Suspense>
      )}
    </>
  );
}
