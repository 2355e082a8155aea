import { Alert, Button, Group, Portal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { isSession } from './api/checks.ts';
import { fetchJson } from './api/request.ts';
import { continueSignedIn, leaveToAnother, useIsSignedOut } from './api/signedOut.ts';
import { Modal } from './parts/Modal.tsx';
import { SignInWays } from './signInWays.tsx';
import { useWords } from './words/LanguageProvider.tsx';

const SignInStep = lazy(() => import('./signInStep.tsx'));

/** How often to look whether the operator has signed in in another window. */
const lookMilliseconds = 5000;

/** Asks operators whose session has ended to sign in again, above whatever they are at, which stays as it is. */
export function SignInAgain() {
  return useIsSignedOut() ? <Ask /> : null;
}

function Ask() {
  const texts = useWords().signInAgain;
  const [isOpen, { open, close }] = useDisclosure(false);
  const client = useQueryClient();
  const before = client.getQueryData(['session']);
  const operatorId = isSession(before) ? before.operator.operatorId : undefined;
  const { data, refetch } = useQuery({
    queryKey: ['session', 'again'],
    queryFn: () => fetchJson('/session', isSession, { isSigningIn: true }),
    refetchInterval: lookMilliseconds,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data === undefined) return;
    if (operatorId !== undefined && data.operator.operatorId !== operatorId) return leaveToAnother();
    client.setQueryData(['session'], data);
    continueSignedIn();
  }, [data, operatorId, client]);
  return (
    <>
      <Portal>
        <Alert color="orange" role="alert" className="signed-out">
          <Group gap="sm" justify="center">
            <Text size="sm" fw={600}>
              {texts.ended}
            </Text>
            <Button size="compact-sm" onClick={open}>
              {texts.open}
            </Button>
          </Group>
        </Alert>
      </Portal>
      {isOpen && (
        <Modal opened onClose={close} title={texts.title} closeOnClickOutside={false} centered>
          <Steps operatorId={operatorId} isSignedIn={async () => (await refetch()).isSuccess} />
        </Modal>
      )}
    </>
  );
}

type StepsProps = {
  readonly operatorId: string | undefined;
  /** Looks whether nothing is missing any more; then everything continues. */
  readonly isSignedIn: () => Promise<boolean>;
};

/** All ways to sign in, and the step that may be missing then. */
function Steps({ operatorId, isSignedIn }: StepsProps) {
  const texts = useWords().signInAgain;
  const [step, setStep] = useState<'ways' | 'second' | 'late'>('ways');
  const onDone = async () => {
    if (!(await isSignedIn())) setStep('second');
  };
  const onOver = useCallback((isLate: boolean) => setStep(isLate ? 'late' : 'ways'), []);
  return (
    <Stack>
      <Text size="sm">{texts.text}</Text>
      {step === 'second' ? (
        <Suspense>
          <SignInStep onDone={() => void onDone()} onOver={onOver} />
        </Suspense>
      ) : (
        <SignInWays
          key={step}
          wasLate={step === 'late'}
          operatorId={operatorId}
          onDone={() => void onDone()}
          onLeave={(url) => void window.open(url)}
        />
      )}
    </Stack>
  );
}
