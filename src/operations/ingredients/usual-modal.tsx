import { Anchor, Checkbox, SimpleGrid, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { isSameName } from '#common/files/incoming/keys.ts';
import type { FeedCode } from '#contract/feed-codes.ts';
import { analyses, LIBRARY_PATH, type LibraryFeed } from '#contract/operations/analyses.ts';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { api } from '#src/core/api/api.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { addNamed } from '#src/core/resource/add-named.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { useOnlyChoice } from '#src/core/resource/use-only-choice.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients, useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import classes from './usual.module.css';
import { shortenName, USUAL_FEEDS, USUAL_TYPES, type UsualType } from './usual-feeds.ts';

interface UsualValues {
  farm: number | null;
  stock: number | null;
  feeds: FeedCode[];
}

const COMMON = USUAL_FEEDS.filter(({ common }) => common).map(({ code }) => code);

/** The library's feeds by code. */
const useLibrary = () =>
  useQuery({
    queryKey: [analyses.id, 'library'],
    queryFn: async ({ signal }) => (await api.get<z.output<typeof LibraryFeed>[]>(`${LIBRARY_PATH}/`, { signal })).data,
    select: (rows) => new Map(rows.map((row) => [row.feed, row])),
  });

interface UsualModalProps {
  onClose: () => void;
  /** Adds one feed by its own form instead. */
  onOwn: () => void;
}

/** Adds usual feeds with name, type and typical dry matter. Prices stay empty: each farm pays its own. */
export function UsualModal({ onClose, onOwn }: UsualModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages', 'feeds']);
  const current = useCurrentFarm();
  const { data: farms } = useFarms();
  const { data: stocks } = useLiteStocks();
  const { data: types } = useLiteIngredientTypes();
  const { data: library } = useLibrary();
  const form = useForm<UsualValues>({
    initialValues: { farm: current?.id ?? null, stock: null, feeds: COMMON },
    validate: {
      farm: (farm) => (farm === null ? t('core:errors.required') : null),
      stock: (stock) => (stock === null ? t('core:errors.required') : null),
      feeds: (feeds) => (feeds.length === 0 ? t('core:errors.required') : null),
    },
  });
  const { farm, stock, feeds } = form.values;
  const company = farms?.find(({ id }) => id === farm)?.company;
  const near = farm === null ? [] : stocks?.filter((one) => one.company === company && (one.farm === null || one.farm === farm));
  const { data: present } = useLiteIngredients(farm ?? undefined, farm !== null);
  useOnlyChoice(form, 'farm', farms, true);
  useOnlyChoice(form, 'stock', near, true);
  const nameFeed = (code: FeedCode) => shortenName(code, t(`feeds:${code}`));
  const isPresent = (code: FeedCode) => (present ?? []).some((one) => one.stock === stock && isSameName(one.name, nameFeed(code)));

  /** The id of each type that the chosen feeds need. A client without the type gets it. */
  const findTypes = async (needed: ReadonlySet<UsualType>) => {
    const ids = new Map<UsualType, number>();
    for (const type of needed) {
      const name = t(`pages:usual_feeds.types.${type}`);
      const found = types?.find((one) => isSameName(one.name, name));
      ids.set(type, found?.id ?? (await addNamed(ingredientTypes)(name)));
    }
    return ids;
  };
  const add = async (values: UsualValues) => {
    const chosen = USUAL_FEEDS.filter(({ code }) => values.feeds.includes(code) && !isPresent(code));
    const ids = await findTypes(new Set(chosen.map(({ type }) => type)));
    const rows = chosen.map(({ code, type }) => ({
      ...{ id: null, name: nameFeed(code), type: ids.get(type), stock: values.stock, price: 0 },
      dry_matter: library?.get(code)?.dry_matter,
    }));
    if (rows.length > 0) await api.post(`${ingredients.path}/import/`, { body: { farm: values.farm, rows } });
    await refresh(ingredients, { id: 'stocks' });
  };
  const save = useMutation({ mutationFn: add });
  const source = library?.get('maize_silage')?.source;

  return (
    <FormModal form={form} save={save.mutateAsync} onClose={onClose} size="lg" title={t('pages:usual_feeds.title')}>
      <Text size="sm" c="dimmed">
        {t('pages:usual_feeds.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <IdSelect
          label={t('operations:ingredients.farm')}
          rows={farms}
          value={farm}
          onChange={(next) => form.setValues({ farm: next, stock: null })}
          error={form.errors.farm}
        />
        <IdSelect
          label={t('operations:ingredients.stock')}
          rows={near}
          value={stock}
          onChange={(next) => form.setFieldValue('stock', next)}
          error={form.errors.stock}
        />
      </SimpleGrid>
      <Checkbox.Group
        value={feeds}
        onChange={(next) => form.setFieldValue('feeds', next as FeedCode[])}
        aria-label={t('operations:ingredients.title')}
        error={form.errors.feeds}
      >
        <div className={classes.feeds}>
          <FeedChoices library={library} nameFeed={nameFeed} isPresent={isPresent} />
        </div>
      </Checkbox.Group>
      {source && (
        <Text size="xs" c="dimmed">
          {t('pages:usual_feeds.source', { source })}
        </Text>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onOwn}>
        {t('pages:usual_feeds.own')}
      </Anchor>
    </FormModal>
  );
}

interface FeedChoicesProps {
  library: ReturnType<typeof useLibrary>['data'];
  nameFeed: (code: FeedCode) => string;
  isPresent: (code: FeedCode) => boolean;
}

/** The usual feeds by type. Feeds that the stock has already can't be chosen. */
function FeedChoices({ library, nameFeed, isPresent }: FeedChoicesProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const toDescription = (code: FeedCode) =>
    library && `${t('pages:recipe.dry_matter')} ${format.percent(library.get(code)?.dry_matter ?? null)}`;
  return USUAL_TYPES.map((type) => {
    const ofType = USUAL_FEEDS.filter((feed) => feed.type === type);
    return (
      ofType.length > 0 && (
        <fieldset key={type} className={classes.type}>
          <legend>{t(`pages:usual_feeds.types.${type}`)}</legend>
          {ofType.map(({ code }) => (
            <Checkbox key={code} value={code} disabled={isPresent(code)} label={nameFeed(code)} description={toDescription(code)} />
          ))}
        </fieldset>
      )
    );
  });
}
