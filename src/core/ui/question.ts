import type { ComponentType } from 'react';
import { createStore } from '#src/core/api/store.ts';

export interface QuestionLink {
  label: string;
  to: string;
  /** Opens the link, after the question closes. */
  open: () => void;
}

export interface Question {
  title: string;
  text?: string;
  /** Links to check before answering. */
  links?: readonly QuestionLink[];
  confirm: string;
  /** Label instead of “Cancel”. */
  decline?: string;
  danger?: boolean;
  /** True if its buttons are pressed with gloves: 56 px high. */
  forGloves?: boolean;
  /** Replaces text and buttons, and answers itself. */
  body?: ComponentType<{ answer: (agreed: boolean) => void }>;
  /** Set if it only informs and can't be declined. */
  notice?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (agreed: boolean) => void;
}

/** The open questions: the first one is shown, the others wait. */
export const questions = createStore<readonly OpenQuestion[]>([]);

/** Asks before an action; resolves to true if the person agrees. */
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
