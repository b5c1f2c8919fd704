import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './document.module.css';
import type { DeliveryDocument } from './values.ts';

/** The printed document, with space for the signatures of those who hand the feed over. */
export function Paper({ document: paper }: { document: DeliveryDocument }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const kg = t(format.unit('weight'));
  const isDelivery = paper.delivery_type === 'delivery';
  const per = { kg, tonne: t('pages:delivery_documents.tonne'), sum: t('pages:delivery_documents.sum') };
  const facts = [
    [t(isDelivery ? 'pages:deliveries.supplier' : 'pages:deliveries.buyer'), paper.company_name],
    [t('operations:deliveries.farm'), paper.farm_name],
    [t('operations:deliveries.delivered_at'), format.value('datetime', paper.delivered_at)],
    [t('pages:delivery_documents.gross'), paper.gross_weight === null ? null : `${format.value('weight', paper.gross_weight)}\u00a0${kg}`],
    [t('pages:delivery_documents.tare'), paper.tare_weight === null ? null : `${format.value('weight', paper.tare_weight)}\u00a0${kg}`],
    [t('operations:deliveries.note'), paper.note],
  ].filter(([, value]) => value);
  return createPortal(
    <article className={classes.paper} lang={document.documentElement.lang}>
      <h1>
        {t(`operations:deliveries.types.${paper.delivery_type}`)} {paper.number && `№ ${paper.number}`}
      </h1>
      {facts.map(([label, value]) => (
        <div key={label}>
          {label}: <b>{value}</b>
        </div>
      ))}
      <table>
        <thead>
          <tr>
            <th>№</th>
            <th>{t('operations:deliveries.ingredient')}</th>
            <th data-right>{`${t('operations:deliveries.weight')},\u00a0${kg}`}</th>
            <th data-right>{t('operations:deliveries.price')}</th>
            <th data-right>{t('pages:delivery_documents.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {paper.lines.map((line, at) => (
            <tr key={line.id}>
              <td>{format.value('count', at + 1)}</td>
              <td>
                {line.ingredient_name}
                {line.packs !== null && ` · ${format.value('count', line.packs)} × ${line.pack}`}
                {line.lot && ` · ${t('pages:lots.lot')}\u00a0${line.lot}`}
                {line.note && ` (${line.note})`}
              </td>
              <td data-right>{format.value('weight', line.value)}</td>
              <td data-right>
                {line.price_per === 'kg' ? format.value('price', line.price) : format.value('ratio', line.price_given)} /{' '}
                {per[line.price_per]}
              </td>
              <td data-right>{format.money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={2}>{t('pages:delivery_documents.net')}</th>
            <th data-right>{format.value('weight', paper.weight)}</th>
            <th />
            <th data-right>{format.money(paper.net)}</th>
          </tr>
          {paper.vat_percent !== null && (
            <>
              <tr>
                <th colSpan={4}>
                  {t('pages:delivery_documents.vat')}, {format.percent(paper.vat_percent)}
                </th>
                <th data-right>{format.money(paper.vat)}</th>
              </tr>
              <tr>
                <th colSpan={4}>{t('pages:delivery_documents.total')}</th>
                <th data-right>{format.money(paper.total)}</th>
              </tr>
            </>
          )}
        </tfoot>
      </table>
      <p className={classes.signatures}>
        <span>{t('pages:delivery_documents.handed')}</span>
        <span>{t('pages:delivery_documents.received')}</span>
      </p>
    </article>,
    document.body,
  );
}
