import { Alert, Anchor, Button, Paper, SegmentedControl, Switch, Tabs, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { DENSITY } from '#common/format/volume.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { USUAL_DENSITY } from '#contract/operations/mixers.ts';
import { isByHead, type RationBasis } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormProblems } from '#src/core/ui/form-problems.tsx';
import { saveByKey } from '#src/core/ui/go-along.ts';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { VersionConflict } from '#src/core/ui/version-conflict.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { VolumeInput } from '#src/domain/plan/volume-input.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { RecipeEditor } from '#src/domain/recipe-editor/recipe-editor.tsx';
import type { Ration } from '#src/operations/rations/columns.ts';
import { PER_HEAD_KG } from '#src/operations/rations/per-head.ts';
import { useRationsPath } from '#src/operations/rations/place.ts';
import { Versions } from '#src/operations/rations/versions/version-list.tsx';
import classes from './editor.module.css';
import { FeedingPreview } from './feeding-preview.tsx';
import { HeadParts } from './head-parts.tsx';
import { SHORT_BASES, type ShortBasis, useKeptBasis } from './kept-basis.ts';
import { ComparisonTab, CopyTab, LeastCostTab } from './lazy-tabs.tsx';
import { isPlain, isPlainByHead, type RationPart, toPlainShares, type Wetting, type Written, writtenIn } from './measures/measures.ts';
import { MeasuresEditor } from './measures/measures-editor.tsx';
import { loadOf } from './measures/mixed-load.ts';
import { WaterPart } from './measures/water-part.tsx';
import { StartFrom } from './start-from.tsx';
import { useRationForm } from './use-ration-form.ts';
import { type RationValues, rationValues } from './values.ts';
import { WhatIf } from './what-if.tsx';

interface RationEditorProps {
  farm: FarmCard;
  ration: Ration | null;
  first: RationValues;
  /** null if this user may not see feeds. */
  feeds: readonly RecipeIngredient[] | null;
  /** The start of a new ration: another ration, and its feeds that the farm lacks. */
  start: { from: number | null; unmatched: readonly string[] };
}

/** A ration's parts with their results, its versions, and a trial of other prices. */
export function RationEditor({ farm, ration, first, feeds, start }: RationEditorProps) {
  const { t } = useTranslation(['operations', 'core', 'pages', 'nutrients']);
  const format = useFormat();
  const { units } = format;
  const usualDensity = `${Math.round(DENSITY[units].shown(USUAL_DENSITY))} ${t(`pages:drymatter.units.density_${units}`)}`;
  const weightUnit = useWeightUnit();
  const { can } = useAccess();
  const at = useRationsPath();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const phone = useOnPhone();
  const may = can('ration', ration ? 'change' : 'add');
  const readOnly = !may || phone || feeds === null;
  const byId = new Map(feeds?.map((feed) => [feed.id, feed]));
  const editor = useRationForm({
    farm: farm.id,
    ration,
    first,
    onCreated: ({ id }) => navigate(at(farm, id), { replace: true }),
    place: `${farm.id}:${ration?.id ?? `new-${start.from ?? ''}`}`,
    feeds: byId,
  });
  const { form } = editor;
  const written: Written = { basis: form.values.basis, items: form.values.items };
  const wetting: Wetting = { target_dry_matter: form.values.target_dry_matter, water: form.values.water };
  const parts = feeds?.filter(({ id }) => id !== wetting.water) ?? [];
  const isDried = ({ target_dry_matter, water }: Wetting) => target_dry_matter === null && water === null;
  const isShort = (one: Written) => isPlain(one) || isPlainByHead(one);
  const [more, setMore] = useState(() => !isShort(first) || !isDried(first));
  const [, keepBasis] = useKeptBasis();
  const [typedPerHead, setPerHead] = useState<number | null>(PER_HEAD_KG);
  const perHead = typedPerHead ?? PER_HEAD_KG;
  const plain = isShort(written) && isDried(wetting);
  const wide = more || !plain;
  const load = loadOf(written, wetting, byId, perHead);
  const write = ({ basis, items }: Written) => {
    form.setValues({ basis, items });
    // Parts may have moved, so errors would be at wrong parts.
    for (const path of Object.keys(form.errors)) if (path.startsWith('items')) form.clearFieldError(path);
  };
  const turn = (basis: ShortBasis) => {
    keepBasis(basis);
    write(basis === 'load_fresh' ? toPlainShares(written, byId, perHead) : writtenIn(written, basis, byId, perHead));
  };
  const wanted = params.get('tab') ?? 'recipe';
  // A link may lead here on a phone, which has no tab of least cost.
  const tab = phone && wanted === 'least-cost' ? 'recipe' : wanted;
  const findFeedName = (id: number | null) => byId.get(id ?? 0)?.name ?? '–';
  const labels = {
    name: t('operations:rations.name'),
    basis: t('pages:drymatter.basis'),
    rounding: t('pages:rations.rounding'),
    items: t('pages:recipe.title'),
    density: t('pages:drymatter.density'),
    target_dry_matter: t('pages:drymatter.water.target'),
    water: t('pages:drymatter.water.with'),
    template: t('pages:rations.template'),
  };
  const show = (field: keyof RationValues & string, value: unknown) => {
    if (field === 'basis') return t(`pages:drymatter.bases.${value as RationBasis}`, { unit: weightUnit });
    if (field === 'water') return findFeedName(value as number | null);
    if (field === 'target_dry_matter') return format.percent(value as number | null);
    if (field === 'template') return t(value ? 'core:yes' : 'core:no');
    if (field === 'density') return format.value('ratio', value as number | null);
    if (field !== 'items') return field === 'rounding' ? format.value('weight', value as number) : String(value);
    const amountText = (amount: number | null) => (isByHead(written.basis) ? format.value('weight', amount) : format.percent(amount));
    return (value as RationPart[]).map(({ ingredient, amount }) => `${findFeedName(ingredient)} ${amountText(amount)}`).join('; ');
  };

  return (
    <form ref={editor.fields} onSubmit={editor.submit} onKeyDownCapture={saveByKey} noValidate>
      <FarmHeader
        farm={farm}
        title={ration?.name ?? t('operations:rations.create')}
        crumbs={[{ label: t('operations:rations.title'), to: at(farm) }]}
        actions={
          <>
            {ration && can('ration', 'add') && !phone && (
              <Button
                variant="default"
                component={Link}
                to={at(farm, `create?from=${ration.id}`)}
                leftSection={<IconCopy size={16} aria-hidden />}
              >
                {t('pages:rations.copy')}
              </Button>
            )}
            {!readOnly && (
              <Button type="submit" loading={editor.saving} disabled={ration !== null && !editor.dirty}>
                {t('core:actions.save')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.notices}>
        {phone && may && <ComputerOnly />}
        <FormProblems form={form} problems={editor.problems} labels={labels} />
        {editor.draft.restored && (
          <Alert variant="light" role="status" p="xs">
            {t('pages:rations.draft')}{' '}
            <Anchor component="button" type="button" size="sm" onClick={editor.draft.discard}>
              {t('pages:rations.draft_discard')}
            </Anchor>
          </Alert>
        )}
        {editor.stale && ration && (
          <VersionConflict
            form={form}
            onSettled={editor.settled}
            source={{
              labels,
              show,
              load: async () => rationValues((await api.get<Ration>(`${rations.path}/${ration.id}/`, { farm: farm.id })).data, farm.id),
            }}
          />
        )}
      </div>
      <Tabs
        value={tab}
        onChange={(next) => setParams(next === 'recipe' || !next ? {} : { tab: next }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="recipe">{t('pages:recipe.title')}</Tabs.Tab>
          {feeds && <Tabs.Tab value="what-if">{t('pages:rations.what_if')}</Tabs.Tab>}
          {feeds && ration && !phone && <Tabs.Tab value="least-cost">{t('nutrients:leastcost.tab')}</Tabs.Tab>}
          {ration && can('history', 'view') && <Tabs.Tab value="versions">{t('pages:rations.versions')}</Tabs.Tab>}
          {feeds && ration && <Tabs.Tab value="compare">{t('nutrients:copies.compare.tab')}</Tabs.Tab>}
          {ration && <Tabs.Tab value="farms">{t('nutrients:copies.tab')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="recipe">
          <div className={classes.columns} data-wide={wide || undefined}>
            <Paper withBorder className={classes.card}>
              {ration === null && <StartFrom farm={farm} {...start} />}
              <div className={classes.head}>
                <TextInput
                  label={labels.name}
                  maxLength={300}
                  readOnly={readOnly}
                  autoFocus={ration === null}
                  {...form.getInputProps('name')}
                />
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
              {feeds && wide && (
                <MeasuresEditor
                  value={written}
                  water={wetting}
                  ingredients={parts}
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
              )}
              {feeds && wide && (
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
                    // The water's feed can't be an ordinary part, too.
                    form.setValues({
                      ...next,
                      items: written.items.filter(({ ingredient }) => ingredient === null || ingredient !== next.water),
                    });
                    for (const field of ['target_dry_matter', 'water']) form.clearFieldError(field);
                  }}
                />
              )}
              {feeds && wide && (
                <VolumeInput
                  of="density"
                  label={labels.density}
                  description={t('pages:drymatter.density_hint', { density: usualDensity })}
                  readOnly={readOnly}
                  {...form.getInputProps('density')}
                />
              )}
              {feeds && !wide && !readOnly && (
                <SegmentedControl
                  aria-label={t('pages:drymatter.basis')}
                  data={SHORT_BASES.map((one) => ({ value: one, label: t(`pages:drymatter.bases.${one}`, { unit: weightUnit }) }))}
                  value={written.basis}
                  onChange={(next) => turn(next as ShortBasis)}
                />
              )}
              {feeds && !wide && written.basis === 'head_fresh' && (
                <HeadParts value={written} ingredients={feeds} feeds={byId} errors={form.errors} readOnly={readOnly} onChange={write} />
              )}
              {feeds && !wide && written.basis === 'load_fresh' && (
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
              {!feeds && <NoIngredientRights />}
            </Paper>
            {feeds && (
              <FeedingPreview
                farm={farm.id}
                today={todayIn(farm.timezone)}
                items={load}
                feeds={byId}
                rounding={form.values.rounding ?? 0}
              />
            )}
          </div>
        </Tabs.Panel>
        {feeds && (
          <Tabs.Panel value="what-if">
            <WhatIf items={load} water={wetting} feeds={byId} />
          </Tabs.Panel>
        )}
        {feeds && ration && !phone && (
          <Tabs.Panel value="least-cost">
            <LeastCostTab farm={farm.id} ration={ration} feeds={byId} mayAccept={!readOnly && !editor.dirty} onAccepted={editor.adopt} />
          </Tabs.Panel>
        )}
        {ration && can('history', 'view') && (
          <Tabs.Panel value="versions">
            <Versions farm={farm.id} ration={ration} mayRestore={!readOnly} onRestored={editor.adopt} />
          </Tabs.Panel>
        )}
        {feeds && ration && (
          <Tabs.Panel value="compare">
            <ComparisonTab farm={farm.id} today={todayIn(farm.timezone)} ration={ration} feeds={byId} />
          </Tabs.Panel>
        )}
        {ration && (
          <Tabs.Panel value="farms">
            <CopyTab ration={ration} />
          </Tabs.Panel>
        )}
      </Tabs>
    </form>
  );
}
