import { useTranslation } from 'react-i18next';
import type { MonthEndFarm } from '#contract/reports/month-end.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Line, Lines, Nothing } from '#src/core/home/block.tsx';
import { ChecksMatrix } from './checks-matrix.tsx';
import { useFixedBy } from './fixed-by.ts';
import { useChecks, useMatrix } from './queries.ts';

/** Max checks shown; a link opens all of them. */
const NAMED = 3;

/** The last completed month at all farms: what to check before closing it, with links to fix it. */
export function MonthBlock() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const matrix = useMatrix();
  // The current month comes first.
  const month = matrix.data?.[0]?.months[1]?.month;
  const title = month ? `${t('reports:month_end.title')}: ${format.month(month)}` : t('reports:month_end.title');
  return (
    <Block title={title} of={matrix} more={{ label: t('core:menu.month'), to: path('reports/month-end') }}>
      {(farms) => (month ? <Month month={month} farms={farms} /> : <Nothing>{t('reports:view.no_farm')}</Nothing>)}
    </Block>
  );
}

function Month({ month, farms }: { month: string; farms: readonly MonthEndFarm[] }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const fixedBy = useFixedBy();
  // Checks of a closed month can't be fixed any more.
  const open = farms.filter(({ months }) => months.some((one) => one.month === month && one.state !== 'closed'));
  const { data } = useChecks({ month, farms: open.map(({ farm }) => farm) });
  return (
    <>
      {farms.length > 1 && data && data.length > 0 ? (
        <ChecksMatrix month={month} farms={farms} checks={data} />
      ) : (
        <Lines>
          {farms.map(({ farm, farm_name, months }) => {
            const { state, number, findings } = months.find((one) => one.month === month)!;
            return (
              <Line
                key={farm}
                to={path(`reports/month-end?month=${month}&farm=${farm}`)}
                name={farm_name}
                value={t(`pages:month_end.state.${state}`, { number: state === 'closed' ? number : findings })}
                judged={state === 'findings' ? 'bad' : state === 'ready' || state === 'closed' ? 'good' : 'neutral'}
              />
            );
          })}
        </Lines>
      )}
      {open.length > 0 && data && data.length > 0 && (
        <Lines label={t('pages:month_end.step.check')}>
          {data.slice(0, NAMED).map((check) => (
            <Line
              key={`${check.code} ${check.farm}`}
              to={path(fixedBy(check.address) ? `reports/month-end?month=${month}&farm=${check.farm}` : check.address)}
              name={`${t(`pages:month_end.check.${check.code}`)}: ${format.value('count', check.count)}`}
              detail={[check.farm_name, fixedBy(check.address)].filter(Boolean).join(' · ')}
              value={check.money === null ? undefined : format.money(check.money)}
            />
          ))}
        </Lines>
      )}
    </>
  );
}
