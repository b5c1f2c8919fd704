import { Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './line-list.module.css';

interface LineListProps<L extends { key: string }> {
  label: string;
  description?: string | undefined;
  /** Error of the list as a whole. */
  error?: string | undefined;
  /** `key` identifies a line. */
  lines: readonly L[];
  onChange: (lines: L[]) => void;
  newLine: () => L;
  /** Minimum number of lines. */
  least?: number;
  /** Widths of a line's fields on a wide screen, as grid columns. On narrow screens the first field has its own line. */
  columns: string;
  /** On a phone, the first field is short and shares its line with the second one. */
  pairs?: true;
  addLabel: string;
  /** Distinguishes the buttons of several lists in one form. */
  addName?: string;
  removeName: (number: number) => string;
  /** Renders the fields of a line; `put` changes some of them. */
  children: (line: L, index: number, put: (part: Partial<L>) => void) => ReactNode;
}

/** Lines of a form that can be added and removed. */
export function LineList<L extends { key: string }>({ lines, onChange, columns, least = 0, children, ...props }: LineListProps<L>) {
  const put = (key: string) => (part: Partial<L>) => onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <Input.Wrapper label={props.label} labelElement="div" description={props.description} error={props.error}>
      <ol className={classes.lines} aria-label={props.label} style={{ '--columns': columns } as CSSProperties}>
        {lines.map((line, index) => (
          <li key={line.key} className={classes.line} data-pairs={props.pairs}>
            {children(line, index, put(line.key))}
            <IconButton
              icon={IconTrash}
              glyph={18}
              size={36}
              disabled={lines.length <= least}
              label={props.removeName(index + 1)}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        mb={6}
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={props.addName}
        onClick={() => onChange([...lines, props.newLine()])}
      >
        {props.addLabel}
      </Button>
    </Input.Wrapper>
  );
}
