import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { failureText } from '#src/core/api/error-text.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { useWindowTitle } from '#src/core/ui/window-title.ts';
import { ChunkError } from './load-chunk.ts';
import { Notice } from './notice.tsx';

const chooseTitle = (error: unknown) => (error instanceof ChunkError ? 'core:failed.chunk' : 'core:failed.title');

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('core');
  const chunk = error instanceof ChunkError;
  return (
    <Notice
      icon={chunk ? IconRefresh : IconAlertTriangle}
      role="alert"
      color={chunk ? 'straw' : 'red'}
      title={t(chooseTitle(error))}
      text={chunk ? t('core:failed.chunk_text') : failureText(t, error)}
      action={{ label: t('core:actions.reload'), onClick: () => window.location.reload() }}
    />
  );
}

/** Shown by a route that fails, or whose code can't be loaded. */
export function RouteFailed() {
  const { t } = useTranslation('core');
  const error = useRouteError();
  useWindowTitle(t(chooseTitle(error)), useClientInView());
  return <Failure error={error} />;
}

/** Limits an error to a part of a screen, such as a chart or a panel. */
export class ErrorBoundary extends Component<{ children: ReactNode; onError?: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />;
  }
}
