import { ReferenceLine } from 'recharts';

/** How far errors may go. */
export const LimitLine = ({ at }: { at: number }) => (
  <ReferenceLine x={at} stroke="var(--beyond)" strokeDasharray="4 3" ifOverflow="extendDomain" />
);
