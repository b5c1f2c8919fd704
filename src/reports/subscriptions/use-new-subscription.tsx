import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type SendingWays, subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { LinkModal, type MadeLink, renewLink } from './link-modal.tsx';
import { SubscriptionModal } from './subscription-modal.tsx';
import type { Sendable, Subscription } from './values.ts';

type Shown = { subscription: Subscription | null; saved?: Sendable };

/** True if reports can be mailed here, and results; undefined until known. */
const useWays = () =>
  useQuery({
    queryKey: [subscriptions.id, 'ways'],
    queryFn: async ({ signal }) => (await api.get<z.infer<typeof SendingWays>>(`${subscriptions.path}/ways/`, { signal })).data,
  }).data;

/** Opens the form, and shows the link that it created. `modals` must be rendered on the page. */
export function useNewSubscription(): { open: (shown: Shown) => void; renew: (of: Subscription) => Promise<void>; modals: ReactNode } {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const ways = useWays();
  const [shown, setShown] = useState<Shown | null>(null);
  const [link, setLink] = useState<{ made: MadeLink; timezone: string } | null>(null);
  const format = useFormat({ timezone: link?.timezone });
  const renew = async ({ id, timezone }: Subscription) => {
    try {
      setLink({ made: await renewLink(id), timezone });
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  const modals = (
    <>
      {shown && ways && (
        <SubscriptionModal
          {...shown}
          ways={ways}
          onClose={() => setShown(null)}
          onMade={(made) => {
            if (made.way === 'link') void renew(made);
          }}
        />
      )}
      {link && <LinkModal link={link.made} until={format.value('datetime', link.made.expires_at)} onClose={() => setLink(null)} />}
    </>
  );
  return { open: setShown, renew, modals };
}
