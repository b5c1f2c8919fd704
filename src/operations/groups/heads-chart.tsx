import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import type { HeadCount } from '#contract/operations/groups.ts';
import tip from '#src/core/chart/tip.module.css';
import { useFormat } from '#src/core/format/use-format.ts';
import { stepsOf } from './heads.ts';

const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Head counts over time: each holds until the next. */
export function HeadsChart({ heads, today }: { heads: readonly HeadCount[]; today: string }) {
  const format = useFormat();
  return (
    <LineChart
      responsive
      style={{ width: '100%', height: 176 }}
      data={stepsOf(heads, today)}
      margin={{ top: 8, right: 16, left: 0, bottom: 0 }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="at"
        type="number"
        domain={['dataMin', 'dataMax']}
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        tickFormatter={(at: number) => format.shortDay(toDay(at))}
        minTickGap={16}
      />
      <YAxis tick={TICK} tickLine={false} axisLine={false} width="auto" allowDecimals={false} domain={[0, 'auto']} />
      <Tooltip
        isAnimationActive={false}
        content={({ payload }) => {
          const point = payload?.[0]?.payload as { at: number; heads: number } | undefined;
          return (
            point && (
              <div className={tip.tip}>
                {format.value('date', toDay(point.at))}: <b>{format.value('count', point.heads)}</b>
              </div>
            )
          );
        }}
      />
      <Line dataKey="heads" type="stepAfter" stroke="var(--fact)" strokeWidth={2} dot={false} isAnimationActive={false} />
    </LineChart>
  );
}
