import { Anchor, Button, Group, List, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion } from './question.ts';
import { useReturnFocus } from './return-focus.ts';

/** Size of the cab's keys. */
const GLOVE_KEY = { h: 56, miw: 120, fz: 18 };

/** One question. Enter must not destroy anything, so the focus starts on the harmless button. */
export function QuestionModal({ question }: { question: OpenQuestion }) {
  const { t } = useTranslation('core');
  useReturnFocus();
  const { title, text, links = [], confirm, decline, danger = false, notice = false, forGloves, body: Body, answer } = question;
  const size = forGloves ? GLOVE_KEY : {};
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      zIndex={400}
      role="alertdialog"
      aria-label={title}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
    >
      {text && <Text>{text}</Text>}
      {links.length > 0 && (
        <List mt="sm" size="sm">
          {links.map(({ label, to, open }) => (
            <List.Item key={`${to} ${label}`}>
              <Anchor
                href={to}
                onClick={(event) => {
                  event.preventDefault();
                  answer(false);
                  open();
                }}
              >
                {label}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
      {Body ? (
        <Body answer={answer} />
      ) : (
        <Group justify="flex-end" gap="xs" mt="lg">
          {!notice && (
            <Button variant="default" {...size} data-autofocus={danger || undefined} onClick={() => answer(false)}>
              {decline ?? t('core:actions.cancel')}
            </Button>
          )}
          <Button color={danger ? 'red' : undefined} {...size} data-autofocus={!danger || undefined} onClick={() => answer(true)}>
            {confirm}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
