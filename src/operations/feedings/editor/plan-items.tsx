import { Table } from '@mantine/core';
import { useFormat } from '#src/core/format/use-format.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import type { Ration } from '#src/operations/feedings/choices.ts';
import classes from './editor.module.css';

interface PlanItemsProps {
  parts: readonly Pick<Ration['items'][number], 'ingredient' | 'ingredient_name' | 'percent'>[];
  /** Kilograms of each part. */
  weights: readonly number[];
}

/** Kilograms of each ingredient in a load. */
export function PlanItems({ parts, weights }: PlanItemsProps) {
  const format = useFormat();
  return (
    <Table className={classes.items} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {parts.map(({ ingredient, ingredient_name, percent }, index) => (
          <Table.Tr key={ingredient}>
            <Table.Td>
              <Truncated text={ingredient_name} />
            </Table.Td>
            <Table.Td data-right c="dimmed">
              {format.percent(percent)}
            </Table.Td>
            <Table.Td data-right fw={600}>
              {format.value('weight', weights[index])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
