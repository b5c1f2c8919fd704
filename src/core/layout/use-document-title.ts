import { useEffect } from 'react';
import { useClientInView } from '#src/core/format/client-context.ts';

/** Names the browser's tab: the screen, and whose it is for those who work for several clients. */
export function useDocumentTitle(title: string) {
  const client = useClientInView();
  useEffect(() => {
    document.title = [title, client, 'Manger'].filter(Boolean).join(' · ');
  }, [title, client]);
}
