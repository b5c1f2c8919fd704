import { type ReactNode, useRef } from 'react';
import classes from './folded-list.module.css';

interface FoldedListProps {
  title: string;
  /** Number of rows; undefined while they load. */
  count: number | undefined;
  children: ReactNode;
}

/** A list below a more important part of its screen: a single row is folded under the list's title. */
export function FoldedList({ title, count, children }: FoldedListProps) {
  // A later search must not fold the list under the person's hands.
  const first = useRef(count);
  first.current ??= count;
  return (
    <details open={(first.current ?? 0) > 1} className={classes.list}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
