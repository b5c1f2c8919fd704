import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  QuickFilterModule,
  RowApiModule,
  RowStyleModule,
} from 'ag-grid-community';

// One by one: all of them together weigh a third more.
ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  LocaleModule,
  PinnedRowModule,
  QuickFilterModule,
  RowApiModule,
  RowStyleModule,
]);

if (import.meta.env.DEV) {
  const { ValidationModule } = await import('ag-grid-community');
  ModuleRegistry.registerModules([ValidationModule]);
}
