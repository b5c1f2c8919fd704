import { themeQuartz } from 'ag-grid-community';

/** Our design tokens, which follow light and dark automatically. */
export const gridTheme = themeQuartz.withParams({
  // The grid's own default is light: at night a hovered row would be white under white letters.
  browserColorScheme: 'inherit',
  fontFamily: 'inherit',
  fontSize: 14,
  headerFontSize: 12,
  headerFontWeight: 600,
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--mantine-color-text)',
  headerBackgroundColor: 'var(--surface)',
  headerTextColor: 'var(--mantine-color-dimmed)',
  borderColor: 'var(--line)',
  rowHoverColor: 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))',
  accentColor: 'var(--mantine-primary-color-filled)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  headerColumnBorder: false,
  headerColumnResizeHandleHeight: '40%',
  headerColumnResizeHandleColor: 'var(--line)',
  headerRowBorder: { color: 'var(--line)', width: 1 },
  rowBorder: { color: 'var(--line)', width: 1 },
  columnBorder: false,
  pinnedColumnBorder: { color: 'var(--line)', width: 1 },
  pinnedRowBorder: { color: 'var(--mantine-color-dimmed)', width: 1 },
  cellHorizontalPadding: 12,
});
