import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { failureText } from '#src/core/api/error-text.ts';
import { ChunkError } from './load-chunk.ts';
import { Notice } from './notice.tsx';

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('core');
  const chunk = error instanceof ChunkError;
  return (
    <Notice
      icon={chunk ? IconRefresh : IconAlertTriangle}
      role="alert"
      color={chunk ? 'straw' : 'red'}
      title={t(chunk ? 'core:failed.chunk' : 'core:failed.title')}
      text={chunk ? t('core:failed.chunk_text') : failureText(t, error)}
      action={{ label: t('core:actions.reload'), onClick: () => window.location.reload() }}
    />
  );
}

/** What a route shows when it, or its part of the program, fails. */
export function RouteFailed() {
  return <Failure error={useRouteError()} />;
}

/** Keeps a failing part of a screen (a chart, a panel) from taking the rest along. */
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
