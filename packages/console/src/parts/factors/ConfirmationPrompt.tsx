import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askForConfirmation, fetchJson, sendRequest } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { Modal } from '../Modal.tsx';
import { isRequest } from './passkeys.ts';
import { type Method, SecondFactorForm } from './SecondFactorForm.tsx';

/** Asks operators who they are whenever a request needs that confirmed, above whatever they are at. */
export function ConfirmationPrompt() {
  const [waiting, setWaiting] = useState<(isConfirmed: boolean) => void>();
  useEffect(
    () =>
      askForConfirmation(async () => {
        const isConfirmed = await new Promise<boolean>((resolve) => setWaiting(() => resolve));
        setWaiting(undefined);
        return isConfirmed;
      }),
    [],
  );
  return waiting && <Confirmation onDone={() => waiting(true)} onClose={() => waiting(false)} />;
}

function Confirmation({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const texts = useWords().factors.confirm;
  const { data, error } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => fetchJson('/session/confirmation', isChoice),
    gcTime: 0,
  });
  const show = async (body: object) => {
    await sendRequest('/session/confirmation', { method: 'POST', body });
    onDone();
  };
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        {error && <ErrorAlert error={error} />}
        {data && (
          <SecondFactorForm
            methods={data.methods}
            passkeyRequest={isRequest(data.passkeyRequest) ? data.passkeyRequest : undefined}
            onShow={show}
          />
        )}
      </Stack>
    </Modal>
  );
}

type Choice = { readonly methods: readonly Method[]; readonly passkeyRequest?: unknown };

function isChoice(value: unknown): value is Choice {
  return typeof value === 'object' && value !== null && 'methods' in value && Array.isArray(value.methods);
}
