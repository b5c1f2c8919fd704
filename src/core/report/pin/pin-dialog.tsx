import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { definedKey } from '#common/texts/keys.ts';
import { periodOf } from '#contract/periods.ts';
import { type BoardTile, boards, MAX_BOARD_TILES } from '#contract/reports/boards.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { newId } from '#src/core/api/new-id.ts';
import { useMe } from '#src/core/api/session.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { savedValues } from '#src/core/report/saved/saved-filters.ts';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';

type Part = Pick<BoardTile, 'part' | 'key'>;
const SIZES = { tile: { w: 4, h: 4 }, chart: { w: 6, h: 8 }, table: { w: 12, h: 8 }, block: { w: 6, h: 8 } } as const;
const COLUMNS = 12;
const toCode = ({ part, key }: Part) => `${part} ${key}`;

/** Filters of a tile: with its own farms, days and comparison, or without them if it follows the board's bar. */
function toTileFilters(filters: Filters, today: string, own: boolean): BoardTile['filters'] {
  const { filters: kept, days } = savedValues(filters);
  const { farm, compare_with, ...rest } = kept;
  if (!own) return rest;
  const period = periodOf(filters, today);
  return { ...kept, ...(period ? { period } : days) };
}

/** Places new tiles under the present ones, from left to right. */
function placeBelow(tiles: readonly BoardTile[], parts: readonly Omit<BoardTile, 'x' | 'y' | 'w' | 'h'>[]): BoardTile[] {
  let x = 0;
  let y = Math.max(0, ...tiles.map((tile) => tile.y + tile.h));
  let height = 0;
  const placed = parts.map((part) => {
    const size = SIZES[part.part];
    if (x + size.w > COLUMNS) {
      x = 0;
      y += height;
      height = 0;
    }
    const tile = { ...part, ...size, x, y };
    x += size.w;
    height = Math.max(height, size.h);
    return tile;
  });
  return [...tiles, ...placed];
}

interface PinDialogProps {
  data: ReportData;
  filters: Filters;
  onClose: () => void;
}

/** Pins headline figures, charts and the table of a report to one of the person's boards, or to a new one. */
export function PinDialog({ data, filters, onClose }: PinDialogProps) {
  const { t } = useTranslation(['boards', 'reports', 'core', 'pages']);
  const me = useMe();
  const { data: listed } = useList(boards, { page_size: 1000 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [own, setOwn] = useState(false);
  const [board, setBoard] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const mine = (listed?.rows ?? []).filter(({ author }) => author === me.id);
  const target = mine.find(({ id }) => String(id) === board) ?? (board === '' ? mine[0] : undefined);
  const parts: (Part & { label: string })[] = [
    ...data.tiles.map(({ key, label }) => ({ part: 'tile' as const, key, label: t(definedKey(label)) })),
    ...data.series.map(({ key, label }) => ({ part: 'chart' as const, key, label: t(definedKey(label)) })),
    { part: 'table', key: '', label: t('boards:table') },
  ];
  const save = useSave(boards, { message: t('boards:pinned', { name: target?.name ?? name.trim() }) });
  const pin = async () => {
    const pinned = parts.filter((part) => chosen.includes(toCode(part)));
    if (pinned.length === 0) return setProblem(t('boards:pin_none'));
    const tile = { report: data.report, saved: null, filters: toTileFilters(filters, data.generated_at.slice(0, 10), own), own };
    const added = pinned.map(({ part, key }) => ({ ...tile, id: newId(), part, key }));
    try {
      const tiles = placeBelow(target?.tiles ?? [], added);
      await save.mutateAsync(
        target ? { id: target.id, values: { tiles, version: target.version } } : { values: { name: name.trim(), tiles } },
      );
      onClose();
    } catch (error) {
      setProblem(failureText(t, error));
    }
  };
  return (
    <PlainModal title={t('boards:pin')} onClose={onClose}>
      <Stack gap="sm">
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Checkbox.Group label={t('boards:pin_which')} value={[...chosen]} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {parts.map((part) => (
              <Checkbox key={toCode(part)} value={toCode(part)} label={part.label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {mine.length > 0 && (
          <NativeSelect
            label={t('boards:pin_to')}
            value={target ? String(target.id) : board}
            onChange={(event) => setBoard(event.currentTarget.value)}
            data={[...mine.map((one) => ({ value: String(one.id), label: one.name })), { value: 'new', label: t('boards:create') }]}
          />
        )}
        {!target && (
          <TextInput label={t('boards:name')} maxLength={300} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        )}
        <Checkbox label={t('boards:keep')} checked={own} onChange={(event) => setOwn(event.currentTarget.checked)} />
        <Group justify="end">
          <Button
            loading={save.isPending}
            disabled={!listed || (target ? target.tiles.length + chosen.length > MAX_BOARD_TILES : name.trim() === '')}
            onClick={() => void pin()}
          >
            {t('boards:pin')}
          </Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}
