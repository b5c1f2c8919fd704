import { ReferenceLine } from 'recharts';

/** The max error. */
export const LimitLine = ({ at }: { at: number }) => (
  <ReferenceLine x={at} stroke="var(--beyond)" strokeDasharray="4 3" ifOverflow="extendDomain" />
);
