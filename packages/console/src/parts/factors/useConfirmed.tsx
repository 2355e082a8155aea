import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, fetchJson, sendRequest } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { isRequest } from './passkeys.ts';
import { type Method, SecondFactorForm } from './SecondFactorForm.tsx';

/**
 * Sends requests that may need a confirmation of who the operator is: the dialog asks for it, and then the request is sent
 * again.
 */
export function useConfirmed() {
  const [waiting, setWaiting] = useState<(isConfirmed: boolean) => void>();
  const run = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'confirmation_needed') throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setWaiting(() => resolve));
      setWaiting(undefined);
      if (!isConfirmed) throw error;
      return work();
    }
  };
  const dialog = waiting && <Confirmation onDone={() => waiting(true)} onClose={() => waiting(false)} />;
  return { run, dialog };
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
