import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { filterOptions } from './filter-options.ts';
import { palette } from './palette.ts';

/**
 * Height of five options: a list with more than four always has this height and scrolls. Enter chooses the first option that matches the
 * typed text.
 */
const listed = { defaultProps: { maxDropdownHeight: 160, selectFirstOptionOnChange: true, filter: filterOptions } };

export const theme = createTheme({
  colors: palette,
  primaryColor: 'green',
  primaryShade: { light: 8, dark: 6 },
  black: '#232521',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  // Sizes not listed here are Mantine's own.
  fontSizes: { md: '0.875rem', xl: '1.5rem' },
  fontWeights: { bold: '600' },
  lineHeights: { xs: '1.35', md: '1.45', lg: '1.4', xl: '1.3' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.5rem' },
    },
  },
  spacing: { xs: '0.5rem', lg: '1.5rem' },
  defaultRadius: 'sm',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Select: listed,
    MultiSelect: listed,
    Badge: { defaultProps: { tt: 'none' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      styles: { label: { marginBottom: 4 } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 120 },
        // A page has one banner, and a dialog none.
        attributes: { header: { role: 'none' } },
      },
      // A long title uses several lines.
      styles: { title: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});

/** Colours by meaning, the same in reports, plans and statuses. Colour is never the only sign. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': '#f8f8f6',
    '--surface': '#ffffff',
    '--line': '#e4e4df',
    '--plan': '#5f6f80',
    '--fact': '#2b7a50',
    '--under': '#2563a8',
    '--over': '#97600a',
    '--beyond': '#b3261e',
    '--waited': '#66685f',
    '--process': '#a65408',
    '--done': '#286d48',
    '--straw': '#ab8420',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--page': '#161815',
    '--surface': '#1d1f1b',
    '--line': '#343631',
    '--plan': '#9fb0c2',
    '--fact': '#66aa82',
    '--under': '#7fb2e8',
    '--over': '#e0a94a',
    '--beyond': '#f0857d',
    '--waited': '#a9aba3',
    '--process': '#ec9a4f',
    '--done': '#66aa82',
    '--straw': '#e1ba46',
    '--mantine-color-body': '#161815',
    '--mantine-color-error': '#f0857d',
  },
});
