import { useTranslation } from 'react-i18next';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { colourAt } from '#common/files/charts/colours.ts';
import tip from '#src/core/chart/tip.module.css';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './programmes.module.css';
import type { curveOf } from './values.ts';

const TICK = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };

interface CurveProps {
  days: ReturnType<typeof curveOf>;
  nameOf: (ration: number) => string;
}

/** The amount per head by day, with its rations stacked. */
export function Curve({ days, nameOf }: CurveProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const rations = [...new Set(days.flatMap(({ kg }) => [...kg.keys()]))];
  const data = days.map(({ day, kg }) => ({ day, ...Object.fromEntries(rations.map((ration) => [`r${ration}`, kg.get(ration) ?? 0])) }));
  return (
    <>
      <AreaChart responsive style={{ width: '100%', height: 200 }} data={data} margin={{ top: 8, right: 16, left: 0, bottom: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line)' }} minTickGap={16} />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width="auto"
          domain={[0, 'auto']}
          tickFormatter={(kg: number) => format.value('weight', kg)}
        />
        <Tooltip
          isAnimationActive={false}
          content={({ payload, label }) => {
            const parts = payload?.filter(({ value }) => Number(value) > 0) ?? [];
            return (
              parts.length > 0 && (
                <div className={tip.tip}>
                  {t('pages:programmes.on_day', { day: label })}
                  {parts.map(({ dataKey, value }) => (
                    <div key={String(dataKey)}>
                      {nameOf(Number(String(dataKey).slice(1)))}: <b>{format.value('weight', Number(value))}</b>
                    </div>
                  ))}
                </div>
              )
            );
          }}
        />
        {rations.map((ration, index) => (
          <Area
            key={ration}
            dataKey={`r${ration}`}
            stackId="day"
            stroke={colourAt(index)}
            fill={colourAt(index)}
            fillOpacity={0.35}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
      <ul className={classes.legend}>
        {rations.map((ration, index) => (
          <li key={ration}>
            <span className={classes.swatch} style={{ background: colourAt(index) }} aria-hidden />
            {nameOf(ration)}
          </li>
        ))}
      </ul>
    </>
  );
}
