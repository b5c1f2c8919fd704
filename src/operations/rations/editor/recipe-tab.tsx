import { Paper, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { DENSITY } from '#common/format/volume.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { USUAL_DENSITY } from '#contract/operations/mixers.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { VolumeInput } from '#src/domain/plan/volume-input.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { RecipeEditor } from '#src/domain/recipe-editor/recipe-editor.tsx';
import classes from './editor.module.css';
import { FeedingPreview } from './feeding-preview.tsx';
import { HeadParts } from './head-parts.tsx';
import { SHORT_BASES, type ShortBasis } from './kept-basis.ts';
import { MeasuresEditor } from './measures/measures-editor.tsx';
import { WaterPart } from './measures/water-part.tsx';
import { StartFrom } from './start-from.tsx';
import type { useRationForm } from './use-ration-form.ts';
import type { Writing } from './use-writing.ts';

interface PartsProps {
  form: ReturnType<typeof useRationForm>['form'];
  writing: Writing;
  feeds: readonly RecipeIngredient[];
  byId: ReadonlyMap<number, RecipeIngredient>;
  readOnly: boolean;
}

interface RecipeTabProps extends Omit<PartsProps, 'feeds'> {
  farm: FarmCard;
  isNew: boolean;
  start: { from: number | null; unmatched: readonly string[] };
  /** null if this user may not see feeds. */
  feeds: readonly RecipeIngredient[] | null;
  labels: Record<'name' | 'rounding' | 'template' | 'density', string>;
}

/** A ration's name and parts, and its effect on a group. */
export function RecipeTab({ farm, isNew, start, feeds, labels, ...parts }: RecipeTabProps) {
  const { t } = useTranslation('pages');
  const { form, writing, byId, readOnly } = parts;
  const { wide, plain, setMore, load } = writing;
  return (
    <div className={classes.columns} data-wide={wide || undefined}>
      <Paper withBorder className={classes.card}>
        {isNew && <StartFrom farm={farm} {...start} />}
        <div className={classes.head}>
          <TextInput label={labels.name} maxLength={300} readOnly={readOnly} autoFocus={isNew} {...form.getInputProps('name')} />
          <DecimalInput kind="weight" max={100} label={labels.rounding} readOnly={readOnly} {...form.getInputProps('rounding')} />
        </div>
        <Switch
          label={labels.template}
          description={t('pages:rations.template_hint')}
          disabled={readOnly}
          {...form.getInputProps('template', { type: 'checkbox' })}
        />
        {feeds && (
          <Switch
            label={t('pages:drymatter.more')}
            checked={wide}
            disabled={!plain}
            onChange={(event) => setMore(event.currentTarget.checked)}
          />
        )}
        {feeds && wide && <WideParts {...parts} feeds={feeds} density={labels.density} />}
        {feeds && !wide && <ShortParts {...parts} feeds={feeds} />}
        {!feeds && <NoIngredientRights />}
      </Paper>
      {feeds && (
        <FeedingPreview farm={farm.id} today={todayIn(farm.timezone)} items={load} feeds={byId} rounding={form.values.rounding ?? 0} />
      )}
    </div>
  );
}

/** The parts with all measures, water make-up and density. */
function WideParts({ form, writing, feeds, byId, readOnly, density }: PartsProps & { density: string }) {
  const { t } = useTranslation('pages');
  const { units } = useFormat();
  const usualDensity = `${Math.round(DENSITY[units].shown(USUAL_DENSITY))} ${t(`pages:drymatter.units.density_${units}`)}`;
  const { written, wetting, perHead, setPerHead, setMore, write, writeWater } = writing;
  return (
    <>
      <MeasuresEditor
        value={written}
        water={wetting}
        ingredients={feeds.filter(({ id }) => id !== wetting.water)}
        feeds={byId}
        perHead={perHead}
        onPerHead={setPerHead}
        errors={form.errors}
        readOnly={readOnly}
        onChange={(next) => {
          setMore(true);
          write(next);
        }}
      />
      <WaterPart
        value={wetting}
        written={written}
        ingredients={feeds}
        feeds={byId}
        perHead={perHead}
        errors={form.errors}
        readOnly={readOnly}
        onChange={(next) => {
          setMore(true);
          writeWater(next);
        }}
      />
      <VolumeInput
        of="density"
        label={density}
        description={t('pages:drymatter.density_hint', { density: usualDensity })}
        readOnly={readOnly}
        {...form.getInputProps('density')}
      />
    </>
  );
}

/** The parts as kilograms per head, or as shares of the load. */
function ShortParts({ form, writing, feeds, byId, readOnly }: PartsProps) {
  const { t } = useTranslation('pages');
  const unit = useWeightUnit();
  const { written, write, turn } = writing;
  return (
    <>
      {!readOnly && (
        <SegmentedControl
          aria-label={t('pages:drymatter.basis')}
          data={SHORT_BASES.map((one) => ({ value: one, label: t(`pages:drymatter.bases.${one}`, { unit }) }))}
          value={written.basis}
          onChange={(next) => turn(next as ShortBasis)}
        />
      )}
      {written.basis === 'head_fresh' && (
        <HeadParts value={written} ingredients={feeds} feeds={byId} errors={form.errors} readOnly={readOnly} onChange={write} />
      )}
      {written.basis === 'load_fresh' && (
        <RecipeEditor
          items={written.items.map((part) => ({ ...part, percent: part.amount }))}
          ingredients={feeds}
          readOnly={readOnly}
          errors={form.errors}
          onChange={(next) =>
            write({ basis: 'load_fresh', items: next.map((part) => ({ hold: 'fresh', at: null, ...part, amount: part.percent })) })
          }
        />
      )}
    </>
  );
}
