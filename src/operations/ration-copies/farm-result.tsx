import { Badge, Paper, Select, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import type { Kind } from '#contract/kinds.ts';
import type { CopyOutcome, CopyPart, CopyResult } from '#contract/operations/ration-copies.ts';
import { errorText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { compareParts } from '#src/domain/recipe-editor/compare-parts.ts';
import classes from './ration-copies.module.css';

const COLORS: Record<CopyOutcome, string> = {
  created: 'green',
  changed: 'green',
  same: 'gray',
  open: 'orange',
  refused: 'red',
  held: 'gray',
};
/** Value of a choice that leaves the part out. */
const LEFT_OUT = 'none';
/** True for a part that a person should see: without a feed of its name. A feed of the same item number is proposed. */
const isAsked = ({ match }: CopyPart) => match !== 'name';
const toChoice = ({ match, use }: CopyPart) => (match === 'left_out' ? LEFT_OUT : use === null ? null : String(use));

interface FarmResultProps {
  result: CopyResult;
  /** True for the answer of a written copy. */
  isWritten: boolean;
  /** Undefined if choices can't change any more. */
  onChoose?: (ingredient: number, use: number | null) => void;
}

/** One farm's answer: its outcome, the feeds to choose, and the change of the ration and of waiting loads. */
export function FarmResult({ result, isWritten, onChoose }: FarmResultProps) {
  const { t } = useTranslation(['nutrients', 'core', 'pages']);
  const { outcome, farm_name, client_name, errors } = result;
  const title = farm_name || t('nutrients:copies.not_reached');
  const isDone = isWritten && (outcome === 'created' || outcome === 'changed');
  const open = onChoose ? result.parts.filter(isAsked) : [];
  const problems = Object.entries(errors).flatMap(([field, all]) =>
    field === 'choices' && open.length > 0 ? [] : all.map((error) => errorText(t, error, field)),
  );
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <Text size="xs" c="dimmed">
          {client_name}
        </Text>
        <Badge variant="light" color={COLORS[outcome]}>
          {t(`nutrients:copies.outcomes.${outcome}`)}
        </Badge>
        {isDone && <Badge color="green">{t('nutrients:copies.written')}</Badge>}
      </div>
      {problems.map((text) => (
        <Text key={text} size="sm" c="red" role="alert">
          {text}
        </Text>
      ))}
      {outcome === 'held' && (
        <Text size="sm" c="dimmed">
          {t('nutrients:copies.held_text')}
        </Text>
      )}
      {open.length > 0 && (
        <div className={classes.parts}>
          {open.map((part) => (
            <Select
              key={part.ingredient}
              label={t('nutrients:copies.feed_for', { name: part.ingredient_name })}
              data={[
                { value: LEFT_OUT, label: t('nutrients:copies.leave_out') },
                ...result.feeds.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={toChoice(part)}
              onChange={(value) => value !== null && onChoose?.(part.ingredient, value === LEFT_OUT ? null : Number(value))}
              allowDeselect={false}
              searchable
              nothingFoundMessage={t('core:list.nothing')}
            />
          ))}
        </div>
      )}
      {result.after && <Change result={result} />}
    </Paper>
  );
}

/** Parts in percent, dry matter, price and waiting loads, now and after the copy. */
function Change({ result }: { result: CopyResult }) {
  const { t } = useTranslation(['nutrients', 'core', 'pages']);
  const format = useFormat({ currency: result.currency });
  const { before, after, waiting } = result;
  if (!after) return null;
  const unit = (kind: 'weight' | 'price' | 'money') => t(format.unit(kind), format.unitValues);
  const row = (label: string, kind: Kind, was: number | null, is: number | null) => {
    const [first, second] = [format.value(kind, was), format.value(kind, is)];
    const isChanged = first !== second;
    return (
      <Table.Tr key={label} data-changed={isChanged || undefined}>
        <Table.Td>{label}</Table.Td>
        <Table.Td data-right>{first}</Table.Td>
        <Table.Td data-right>{second}</Table.Td>
        <Table.Td data-right>{was === null || is === null || !isChanged ? '' : format.signed(kind, minus(is, was))}</Table.Td>
      </Table.Tr>
    );
  };
  const isByHead = after.price_per_head !== null;
  return (
    <Table.ScrollContainer minWidth={300} type="native">
      <Table className={classes.numbers} verticalSpacing={4} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pages:recipe.ingredient')}, %</Table.Th>
            <Table.Th data-right>{t('nutrients:copies.before')}</Table.Th>
            <Table.Th data-right>{t('nutrients:copies.after')}</Table.Th>
            <Table.Th data-right>{t('pages:rations.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {compareParts(before?.items ?? [], after.items).map((part) => row(part.name, 'percent', part.before, part.after))}
          {row(`${t('pages:recipe.dry_matter')}, %`, 'percent', before?.dry_matter ?? null, after.dry_matter)}
          {isByHead &&
            row(
              `${t('pages:rations.dry_per_head')},\u00a0${unit('weight')}`,
              'weight',
              before?.dry_matter_per_head ?? null,
              after.dry_matter_per_head,
            )}
          {isByHead
            ? row(
                `${t('pages:rations.cost_per_head')},\u00a0${unit('money')}`,
                'money',
                before?.price_per_head ?? null,
                after.price_per_head,
              )
            : row(`${t('pages:recipe.price')},\u00a0${unit('price')}`, 'price', before?.price ?? null, after.price)}
          {waiting.loads > 0 &&
            row(
              `${t('nutrients:copies.waiting')}: ${format.value('count', waiting.loads)},\u00a0${unit('weight')}`,
              'weight',
              waiting.kg_before,
              waiting.kg_after,
            )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
