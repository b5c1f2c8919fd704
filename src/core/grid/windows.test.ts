import type { IGetRowsParams } from 'ag-grid-community';
import { expect, test, vi } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import { datasourceOf } from './windows.ts';

const first: Row[] = [{ id: 1 }, { id: 2 }];

function makeSource(page = vi.fn<(page: number, ordering: string) => Promise<Row[]>>(async (at) => [{ id: at * 10 }])) {
  const onFailed = vi.fn();
  const source = datasourceOf({ count: 5, size: 2, first, page }, onFailed);
  const ask = (startRow: number, sortModel: IGetRowsParams['sortModel'] = []) =>
    new Promise<{ rows: Row[]; count: number | undefined } | 'failed'>((done) =>
      source.getRows({
        api: {} as IGetRowsParams['api'],
        startRow,
        endRow: startRow + 2,
        sortModel,
        filterModel: {},
        context: undefined,
        successCallback: (rows, count) => done({ rows, count }),
        failCallback: () => done('failed'),
      }),
    );
  return { page, onFailed, ask };
}

test('the first window is given, the others are requested by number', async () => {
  const { page, ask } = makeSource();
  expect(await ask(0)).toEqual({ rows: first, count: 5 });
  expect(page).not.toHaveBeenCalled();
  expect(await ask(4)).toEqual({ rows: [{ id: 30 }], count: 5 });
  expect(page).toHaveBeenLastCalledWith(3, '');
});

test('another order requests the first window, too', async () => {
  const { page, ask } = makeSource();
  const by = [
    { colId: 'group', sort: 'desc' as const, type: 'default' as const },
    { colId: 'fact', sort: 'asc' as const, type: 'default' as const },
  ];
  expect(await ask(0, by)).toEqual({ rows: [{ id: 10 }], count: 5 });
  expect(page).toHaveBeenLastCalledWith(1, '-group,fact');
});

test('a failed window is reported', async () => {
  const gone = new Error('gone');
  const { onFailed, ask } = makeSource(vi.fn(() => Promise.reject(gone)));
  expect(await ask(2)).toBe('failed');
  expect(onFailed).toHaveBeenCalledWith(gone);
});
