import type { MantineColorsTuple } from '@mantine/core';

/** The colour of actions. Shade 8 on white, and white on shade 6 in the dark scheme, both meet WCAG AA. */
const green: MantineColorsTuple = [
  '#eef6f1',
  '#d9eadf',
  '#b3d5c1',
  '#8abf9f',
  '#66aa82',
  '#4a966c',
  '#327f55',
  '#286d48',
  '#1f5c3d',
  '#164a30',
];

const straw: MantineColorsTuple = [
  '#fdf8e8',
  '#f8edca',
  '#f1dc9b',
  '#e9cb6d',
  '#e1ba46',
  '#cfa52f',
  '#ad8720',
  '#80630f',
  '#6d5412',
  '#50400f',
];

const red: MantineColorsTuple = [
  '#fdeeed',
  '#fadcda',
  '#f3b5b1',
  '#ec8b85',
  '#e5655d',
  '#df4c43',
  '#c9372e',
  '#b42c24',
  '#b3261e',
  '#8f1d17',
];

const gray: MantineColorsTuple = [
  '#f8f8f6',
  '#f1f1ee',
  '#e7e7e2',
  '#dadad4',
  '#c3c4bc',
  '#a3a49b',
  '#66685f',
  '#53554d',
  '#3d3f39',
  '#232521',
];

const dark: MantineColorsTuple = [
  '#e6e7e3',
  '#c2c4bd',
  '#9c9e96',
  '#6a6c65',
  '#444641',
  '#343631',
  '#262824',
  '#1d1f1b',
  '#161815',
  '#0f100e',
];

export const palette = { green, straw, red, gray, dark };
