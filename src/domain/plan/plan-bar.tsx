import classes from './plan-bar.module.css';
import { judge } from './tolerance.ts';

interface PlanBarProps {
  plan: number;
  fact: number;
  tolerance?: number;
  large?: boolean;
  label: string;
}

/** Loaded weight compared with the plan: the mark is the plan, the band its tolerance. */
export function PlanBar({ plan, fact, tolerance = 0, large = false, label }: PlanBarProps) {
  const end = Math.max(plan + tolerance * 2, plan * 1.12, fact, 1);
  const at = (kg: number) => `${Math.min(100, Math.max(0, (kg / end) * 100))}%`;
  const judgement = judge(plan, fact, tolerance);
  return (
    <div className={classes.bar} data-large={large || undefined} data-over={judgement === 'beyond-over' || undefined}>
      <meter className={classes.meter} aria-label={label} min={0} max={Math.round(end)} value={Math.round(fact)} />
      <div className={classes.fact} style={{ width: at(fact) }} />
      {tolerance > 0 && plan > 0 && (
        <div
          className={classes.band}
          style={{ left: at(plan - tolerance), width: `calc(${at(plan + tolerance)} - ${at(plan - tolerance)})` }}
        />
      )}
      {plan > 0 && <div className={classes.plan} style={{ left: at(plan) }} />}
    </div>
  );
}
