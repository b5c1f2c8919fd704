import type { HistoryList } from '#contract/operations/who-sees.ts';
import type { Resource, RowOf } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { ResourceScreen, type ResourceScreenProps, type ScreenTexts } from './resource-screen.tsx';
import { type TextField, TextForm, textColumns } from './text-form.tsx';
import { type RowWithId, useResourceScreen } from './use-resource-screen.ts';

interface PlainScreenProps<R extends Resource>
  extends Pick<ResourceScreenProps<RowOf<R> & RowWithId>, 'icon' | 'heading' | 'folds' | 'crumbs' | 'above' | 'onOpen'>,
    Partial<Pick<ResourceScreenProps<RowOf<R> & RowWithId>, 'columns'>> {
  resource: R;
  texts: ScreenTexts & { create: string };
  fields: readonly TextField[];
  /** The parent of the rows (`{ brand: 3 }`): it limits the list and is set in new rows. */
  owner?: Readonly<Record<string, number>>;
  /** Other resources that show these texts. */
  touches?: readonly { id: ResourceId }[];
  /** True if rows can also be opened to read. */
  readable?: true;
  /** Its history list, if it has one. */
  history?: HistoryList;
}

/** The whole screen of a resource whose rows are a name and optional texts. */
export function PlainScreen<R extends Resource>(props: PlainScreenProps<R>) {
  const { resource, fields, owner, touches, readable, history, columns = [], ...rest } = props;
  const screen = useResourceScreen<R>(resource, { query: owner, touches });
  const { create } = rest.texts;
  return (
    <ResourceScreen
      {...rest}
      screen={screen}
      columns={[...textColumns(resource, fields), ...columns]}
      details={readable && 'form'}
      history={history && { list: history, fields }}
      form={(form) => <TextForm {...form} resource={resource} fields={fields} create={create} owner={owner} touches={touches} />}
    />
  );
}
