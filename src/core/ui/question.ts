import type { ComponentType } from 'react';
import { createStore } from '#src/core/api/store.ts';

export interface QuestionLink {
  label: string;
  to: string;
  /** Goes there; the question closes before. */
  open: () => void;
}

export interface Question {
  title: string;
  text?: string;
  /** Where one may look before answering. */
  links?: readonly QuestionLink[];
  confirm: string;
  /** Instead of cancelling. */
  decline?: string;
  danger?: boolean;
  /** Takes the place of text and buttons, and answers itself. */
  body?: ComponentType<{ answer: (agreed: boolean) => void }>;
  /** Only tells: there is nothing to decline. */
  notice?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (agreed: boolean) => void;
}

/** The question on screen; a second one waits until it is answered. */
export const questions = createStore<readonly OpenQuestion[]>([]);

/** Asks before something is done; resolves to whether it was agreed to. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const one: OpenQuestion = {
      ...question,
      answer(agreed) {
        questions.set(questions.get().filter((other) => other !== one));
        resolve(agreed);
      },
    };
    questions.set([...questions.get(), one]);
  });
}
