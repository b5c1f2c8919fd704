import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { findBlock } from '#src/app/home/blocks.ts';
import { useAccess } from '#src/core/access/use-access.ts';

/** Returns a function that renders a part of home by its key; nothing without the right to see the part. */
export function useBlocks(): (key: string) => ReactNode {
  const access = useAccess();
  return (key) => {
    const Block = findBlock(access, key);
    if (!Block) return null;
    return (
      <Suspense fallback={<Skeleton height="100%" data-skeleton />}>
        <Block />
      </Suspense>
    );
  };
}
