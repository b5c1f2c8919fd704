/** Max rows of a grid that is only as high as its rows. Its charts take the height that is left. */
export const FEW_ROWS = 8;
