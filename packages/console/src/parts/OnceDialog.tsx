import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/LanguageProvider.tsx';
import { showAlert } from './ErrorAlert.tsx';

type Props = {
  readonly title: string;
  /** Why it matters. */
  readonly text: string;
  /** Said to those who are about to lose it. */
  readonly notCopied: string;
  readonly onClose: () => void;
  /** What is shown; it tells when the secret was copied. */
  readonly children: (onCopied: () => void) => ReactNode;
};

/** Shows something that cannot be shown again. Whoever has not copied it is asked once more. */
export function OnceDialog({ title, text, notCopied, onClose, children }: Props) {
  const texts = useWords().secret;
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => (isCopied || isAsked ? onClose() : setAsked(true));
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        {isAsked && !isCopied ? (
          <Alert color="red" role="alert" ref={showAlert}>
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
