import { Alert, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';
import { scrollIntoView } from './ErrorAlert.tsx';
import { Modal } from './Modal.tsx';

type Props = {
  readonly title: string;
  /** Why it matters. */
  readonly text: string;
  /** The warning before it is closed without copying. */
  readonly notCopied: string;
  readonly onClose: () => void;
  /** The content, which reports when the secret was copied. */
  readonly children: (onCopied: () => void) => ReactNode;
};

/** Shows a secret that cannot be shown again. Closing it without copying needs a confirmation. */
export function SecretDialog({ title, text, notCopied, onClose, children }: Props) {
  const texts = useWords().secret;
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const close = () => (isCopied || isWarned ? onClose() : setWarned(true));
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        {isWarned && !isCopied ? (
          <Alert color="red" role="alert" ref={scrollIntoView}>
            <Group justify="space-between">
              {notCopied}
              <Button color="red" size="xs" onClick={onClose}>
                {texts.closeAnyway}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Alert color="yellow" role="note">
            {text}
          </Alert>
        )}
        {children(() => setCopied(true))}
        <Button onClick={close}>{texts.done}</Button>
      </Stack>
    </Modal>
  );
}
