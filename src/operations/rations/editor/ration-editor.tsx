import { Alert, Anchor, Button, Tabs } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isByHead, type RationBasis } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { FormProblems } from '#src/core/ui/form-problems.tsx';
import { saveByKey } from '#src/core/ui/go-along.ts';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { VersionConflict } from '#src/core/ui/version-conflict.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { useRationsPath } from '#src/operations/rations/place.ts';
import { Versions } from '#src/operations/rations/versions/version-list.tsx';
import classes from './editor.module.css';
import { ComparisonTab, CopyTab, LeastCostTab } from './lazy-tabs.tsx';
import type { RationPart } from './measures/measures.ts';
import { RecipeTab } from './recipe-tab.tsx';
import { useRationForm } from './use-ration-form.ts';
import { useWriting, type Writing } from './use-writing.ts';
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

type Editor = ReturnType<typeof useRationForm>;
type Feeds = ReadonlyMap<number, RecipeIngredient>;

const rationLabels = (t: TFunction) => ({
  name: t('operations:rations.name'),
  basis: t('pages:drymatter.basis'),
  rounding: t('pages:rations.rounding'),
  items: t('pages:recipe.title'),
  density: t('pages:drymatter.density'),
  target_dry_matter: t('pages:drymatter.water.target'),
  water: t('pages:drymatter.water.with'),
  template: t('pages:rations.template'),
});

/** A ration's parts with their results, its versions, and a trial of other prices. */
export function RationEditor({ farm, ration, first, feeds, start }: RationEditorProps) {
  const { t } = useTranslation(['operations', 'core', 'pages', 'nutrients']);
  const { can } = useAccess();
  const at = useRationsPath();
  const navigate = useNavigate();
  const phone = useOnPhone();
  const may = can('ration', ration ? 'change' : 'add');
  const readOnly = !may || phone || feeds === null;
  const byId: Feeds = new Map(feeds?.map((feed) => [feed.id, feed]));
  const editor = useRationForm({
    farm: farm.id,
    ration,
    first,
    onCreated: ({ id }) => navigate(at(farm, id), { replace: true }),
    place: `${farm.id}:${ration?.id ?? `new-${start.from ?? ''}`}`,
    feeds: byId,
  });
  const writing = useWriting(editor.form, first, byId);
  const labels = rationLabels(t);
  const tabs = useTabs(ration, feeds !== null);

  return (
    <form ref={editor.fields} onSubmit={editor.submit} onKeyDownCapture={saveByKey} noValidate>
      <FarmHeader
        farm={farm}
        title={ration?.name ?? t('operations:rations.create')}
        crumbs={[{ label: t('operations:rations.title'), to: at(farm) }]}
        actions={<HeaderButtons farm={farm} ration={ration} editor={editor} readOnly={readOnly} />}
      />
      <div className={classes.notices}>
        {phone && may && <ComputerOnly />}
        <Notices farm={farm} ration={ration} editor={editor} labels={labels} byId={byId} basis={writing.written.basis} />
      </div>
      <Tabs value={tabs.shown} onChange={tabs.turnTo} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.list.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="recipe">
          <RecipeTab {...{ farm, start, feeds, labels, writing, byId, readOnly }} isNew={ration === null} form={editor.form} />
        </Tabs.Panel>
        {tabs.list
          .filter(({ name }) => name !== 'recipe')
          .map(({ name }) => (
            <Tabs.Panel key={name} value={name}>
              <TabContent {...{ name, farm, ration, editor, writing, byId, readOnly }} />
            </Tabs.Panel>
          ))}
      </Tabs>
    </form>
  );
}

type TabName = 'recipe' | 'what-if' | 'least-cost' | 'versions' | 'compare' | 'farms';

/** The tabs of the editor, and the shown one, which is in the address. */
function useTabs(ration: Ration | null, seesFeeds: boolean) {
  const { t } = useTranslation(['operations', 'pages', 'nutrients']);
  const { can } = useAccess();
  const phone = useOnPhone();
  const [params, setParams] = useSearchParams();
  const isStored = ration !== null;
  const all: { name: TabName; label: string; isOpen: boolean }[] = [
    { name: 'recipe', label: t('pages:recipe.title'), isOpen: true },
    { name: 'what-if', label: t('pages:rations.what_if'), isOpen: seesFeeds },
    { name: 'least-cost', label: t('nutrients:leastcost.tab'), isOpen: seesFeeds && isStored && !phone },
    { name: 'versions', label: t('pages:rations.versions'), isOpen: isStored && can('history', 'view') },
    { name: 'compare', label: t('nutrients:copies.compare.tab'), isOpen: seesFeeds && isStored },
    { name: 'farms', label: t('nutrients:copies.tab'), isOpen: isStored },
  ];
  const wanted = params.get('tab') ?? 'recipe';
  return {
    list: all.filter(({ isOpen }) => isOpen),
    // A link may lead here on a phone, which has no tab of least cost.
    shown: phone && wanted === 'least-cost' ? 'recipe' : wanted,
    turnTo: (next: string | null) => setParams(next === 'recipe' || !next ? {} : { tab: next }, { replace: true }),
  };
}

interface TabContentProps {
  name: TabName;
  farm: FarmCard;
  ration: Ration | null;
  editor: Editor;
  writing: Writing;
  byId: Feeds;
  readOnly: boolean;
}

function TabContent({ name, farm, ration, editor, writing, byId, readOnly }: TabContentProps) {
  if (name === 'what-if') return <WhatIf items={writing.load} water={writing.wetting} feeds={byId} />;
  if (!ration) return null;
  switch (name) {
    case 'least-cost':
      return <LeastCostTab farm={farm.id} ration={ration} feeds={byId} mayAccept={!readOnly && !editor.dirty} onAccepted={editor.adopt} />;
    case 'versions':
      return <Versions farm={farm.id} ration={ration} mayRestore={!readOnly} onRestored={editor.adopt} />;
    case 'compare':
      return <ComparisonTab farm={farm.id} today={todayIn(farm.timezone)} ration={ration} feeds={byId} />;
    case 'farms':
      return <CopyTab ration={ration} />;
    default:
      return null;
  }
}

interface HeaderButtonsProps extends Pick<TabContentProps, 'farm' | 'ration' | 'editor' | 'readOnly'> {}

function HeaderButtons({ farm, ration, editor, readOnly }: HeaderButtonsProps) {
  const { t } = useTranslation(['core', 'pages']);
  const { can } = useAccess();
  const at = useRationsPath();
  const phone = useOnPhone();
  return (
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
  );
}

interface NoticesProps extends Pick<TabContentProps, 'farm' | 'ration' | 'editor' | 'byId'> {
  labels: ReturnType<typeof rationLabels>;
  basis: RationBasis;
}

/** Problems of the last save, a restored draft, and another person's save. */
function Notices({ farm, ration, editor, labels, byId, basis }: NoticesProps) {
  const { t } = useTranslation('pages');
  const show = useShownValue(byId, basis);
  const load = async (id: number) => rationValues((await api.get<Ration>(`${rations.path}/${id}/`, { farm: farm.id })).data, farm.id);
  return (
    <>
      <FormProblems form={editor.form} problems={editor.problems} labels={labels} />
      {editor.draft.restored && (
        <Alert variant="light" role="status" p="xs">
          {t('pages:rations.draft')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={editor.draft.discard}>
            {t('pages:rations.draft_discard')}
          </Anchor>
        </Alert>
      )}
      {editor.stale && ration && (
        <VersionConflict form={editor.form} onSettled={editor.settled} source={{ labels, show, load: () => load(ration.id) }} />
      )}
    </>
  );
}

/** Returns a function that writes a field's value, for a comparison with another person's save. */
function useShownValue(byId: Feeds, basis: RationBasis) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const findFeedName = (id: number | null) => byId.get(id ?? 0)?.name ?? '–';
  const writeAmount = (amount: number | null) => (isByHead(basis) ? format.value('weight', amount) : format.percent(amount));
  const writers: Partial<Record<string, (value: never) => string>> = {
    basis: (value: RationBasis) => t(`pages:drymatter.bases.${value}`, { unit }),
    water: findFeedName,
    target_dry_matter: (value: number | null) => format.percent(value),
    template: (value: boolean) => t(value ? 'core:yes' : 'core:no'),
    density: (value: number | null) => format.value('ratio', value),
    rounding: (value: number) => format.value('weight', value),
    items: (value: RationPart[]) => value.map(({ ingredient, amount }) => `${findFeedName(ingredient)} ${writeAmount(amount)}`).join('; '),
  };
  return (field: keyof RationValues & string, value: unknown) => writers[field]?.(value as never) ?? String(value);
}
