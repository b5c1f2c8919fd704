import { lazy, Suspense } from 'react';
import { useStore } from '#src/core/api/store.ts';
import { loadChunk } from './load-chunk.ts';
import { questions } from './question.ts';

const QuestionModal = lazy(() => loadChunk(async () => ({ default: (await import('./question-modal.tsx')).QuestionModal })));

/** Shows questions. The dialog's code loads with the first one. */
export function Questions() {
  const [question] = useStore(questions);
  if (!question) return null;
  return (
    <Suspense>
      <QuestionModal question={question} />
    </Suspense>
  );
}
