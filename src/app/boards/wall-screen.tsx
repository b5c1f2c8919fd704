import { type ReactNode, useEffect, useRef } from 'react';
import classes from './board.module.css';

interface WallScreenProps {
  name: string;
  onLeave: () => void;
  children: ReactNode;
}

/** A board over the whole screen, without controls. Escape leaves it. */
export function WallScreen({ name, onLeave, children }: WallScreenProps) {
  const place = useRef<HTMLElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave.current();
    // The browser itself ends a full screen, without a key for the page.
    const onScreen = () => document.fullscreenElement === null && leave.current();
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onScreen);
    // Browsers refuse a full screen that no click asked for, such as after a reload: the board then fills the window.
    void place.current?.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onScreen);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the board
    <section ref={place} className={classes.wall} aria-label={name} tabIndex={0}>
      <div className={classes.wallHead}>
        <h1 className={classes.title}>{name}</h1>
      </div>
      {children}
    </section>
  );
}
