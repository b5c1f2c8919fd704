import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RowApiModule,
  ScrollApiModule,
} from 'ag-grid-community';

// Single modules, because all together weigh a third more.
ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  PinnedRowModule,
  RowApiModule,
  ScrollApiModule,
]);

if (import.meta.env.DEV) {
  const { ValidationModule } = await import('ag-grid-community');
  ModuleRegistry.registerModules([ValidationModule]);
}
