import { Textarea, TextInput } from '@mantine/core';
import type { Resource, RowOf } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { ListColumn } from './column.ts';
import { type Draft, textRules } from './draft.ts';
import type { FormProps } from './resource-screen.tsx';
import { useResourceForm } from './use-resource-form.ts';

/** A text of a plain resource: its column and its field. */
export interface TextField {
  key: string;
  label: string;
  description?: string;
  /** True for several lines. */
  long?: true;
}

/** The columns of a plain resource's texts. */
export const textColumns = (resource: Resource, fields: readonly TextField[]): ListColumn<object>[] =>
  fields.map(({ key, label }) => ({ key, label, sort: resource.ordering.includes(key) ? key : undefined }));

interface TextFormProps<R extends Resource> extends FormProps<RowOf<R>> {
  resource: R;
  fields: readonly TextField[];
  /** The title of a new row's form. */
  create: string;
  /** The parent of a new row (`{ brand: 3 }`). */
  owner?: Readonly<Record<string, number>>;
  /** Other resources that show these texts. */
  touches?: readonly { id: ResourceId }[];
}

/** The form of a resource whose fields are texts. */
export function TextForm<R extends Resource>(props: TextFormProps<R>) {
  const { resource, fields, create, owner, touches, row, readOnly, onClose } = props;
  const labels = Object.fromEntries(fields.map(({ key, label }) => [key, label])) as Partial<Record<keyof Draft<R> & string, string>>;
  const modal = useResourceForm(resource, { row, begins: owner as Partial<Draft<R>>, labels, touches });
  return (
    <FormModal {...modal} onClose={onClose} readOnly={readOnly} title={row ? (row as { name: string }).name : create}>
      {fields.map(({ key, label, description, long }) => {
        const common = {
          label,
          description,
          readOnly,
          withAsterisk: false,
          ...textRules(resource, key),
          ...modal.form.getInputProps(key),
        };
        return long ? <Textarea autosize {...common} key={key} /> : <TextInput {...common} key={key} />;
      })}
    </FormModal>
  );
}
