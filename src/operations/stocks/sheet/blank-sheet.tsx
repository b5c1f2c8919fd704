import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import type { Stock } from '#src/operations/stocks/columns.tsx';
import classes from './sheet.module.css';
import type { SheetRow } from './use-sheet.ts';

interface BlankSheetProps {
  stock: Stock;
  rows: readonly SheetRow[];
  ofFarms: boolean;
}

/** The printed sheet: feeds with space for weights. It omits the expected quantities, so that nobody copies them. */
export function BlankSheet({ stock, rows, ofFarms }: BlankSheetProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  return createPortal(
    <article className={classes.blank} lang={document.documentElement.lang}>
      <h1>
        {t('pages:stocks.sheet.title')}: {stock.name}
      </h1>
      <p>
        {stock.company_name} · {stock.farm_name ?? t('operations:stocks.all_farms')}
      </p>
      <p className={classes.lines}>
        <span>{t('pages:stocks.sheet.when')}</span>
        <span>{t('pages:stocks.sheet.signature')}</span>
      </p>
      <table>
        <thead>
          <tr>
            <th>№</th>
            <th>{t('pages:stocks.count.ingredient')}</th>
            <th>{t('operations:ingredients.type')}</th>
            <th>{t('operations:ingredients.item_number')}</th>
            {ofFarms && <th>{t('operations:stocks.farm')}</th>}
            <th>
              {t('pages:stocks.sheet.found')}, {t(format.unit('weight'))}
            </th>
            <th>{t('pages:stocks.count.note')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.ingredient}>
              <td>{format.value('count', index + 1)}</td>
              <td>
                {row.name}
                {row.packs.map(({ name, kg }) => (
                  <small key={name}>
                    {' · '}
                    {name}: {format.value('weight', kg)}&nbsp;{t(format.unit('weight'))}
                  </small>
                ))}
              </td>
              <td>{row.type_name}</td>
              <td>{row.item_number}</td>
              {ofFarms && <td>{row.farm_name}</td>}
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}
