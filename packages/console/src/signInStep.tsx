import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError, fetchJson, sendRequest } from './api/request.ts';
import { AppSetup, PasskeySetup } from './parts/factors/FactorSetup.tsx';
import { hasPasskeys } from './parts/factors/hasPasskeys.ts';
import { isRequest } from './parts/factors/passkeys.ts';
import { RecoveryCodes } from './parts/factors/RecoveryCodes.tsx';
import { FactorError, type Method, SecondFactorForm } from './parts/factors/SecondFactorForm.tsx';
import { useWords } from './words/LanguageProvider.tsx';

type Step =
  | { readonly step: 'enrol' }
  | {
      readonly step: 'second_factor';
      readonly methods: readonly Method[];
      readonly passkeyRequest?: unknown;
    };

type Props = {
  /** Called when nothing is missing any more. */
  readonly onDone: () => void;
  /** Called when the sign-in begins again: because it was late, or because somebody wanted that. */
  readonly onOver: (isLate: boolean) => void;
};

/** What is still missing to sign in. */
export default function SignInStep({ onDone, onOver }: Props) {
  const texts = useWords().factors.step;
  const [step, setStep] = useState<Step>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    fetchJson('/session/step', isStep, { isSigningIn: true }).then(setStep, (reason: unknown) =>
      isOver(reason) ? onOver(true) : setError(reason),
    );
  }, [onOver]);
  const show = async (body: object) => {
    try {
      await sendRequest('/session/second-factor', { method: 'POST', body, isSigningIn: true });
      onDone();
    } catch (reason) {
      if (!isOver(reason)) throw reason;
      onOver(true);
    }
  };
  const startOver = async () => {
    await sendRequest('/session/step', { method: 'DELETE', isSigningIn: true }).catch(() => {});
    onOver(false);
  };
  return (
    <Stack>
      {error !== undefined && <FactorError error={error} />}
      {step?.step === 'second_factor' && (
        <>
          <Text>{texts.text}</Text>
          <SecondFactorForm
            methods={step.methods}
            passkeyRequest={isRequest(step.passkeyRequest) ? step.passkeyRequest : undefined}
            onShow={show}
          />
        </>
      )}
      {step?.step === 'enrol' && <Enrolment onDone={onDone} />}
      <Anchor component="button" type="button" size="sm" onClick={startOver}>
        {texts.startOver}
      </Anchor>
    </Stack>
  );
}

/** Sets up the second factor that a role needs. */
function Enrolment({ onDone }: Pick<Props, 'onDone'>) {
  const texts = useWords().factors.enrol;
  const [chosen, setChosen] = useState<'passkey' | 'totp'>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onDone} />;
  const done = (given: readonly string[] | undefined) => (given === undefined ? onDone() : setCodes(given));
  return (
    <Stack>
      <Alert title={texts.title}>{texts.text}</Alert>
      {chosen === 'passkey' && <PasskeySetup onDone={done} />}
      {chosen === 'totp' && <AppSetup onDone={done} />}
      {chosen !== 'passkey' && hasPasskeys() && (
        <Choice label={texts.passkey} text={texts.passkeyText} onChoose={() => setChosen('passkey')} />
      )}
      {chosen !== 'totp' && (
        <Choice label={texts.app} text={texts.appText} onChoose={() => setChosen('totp')} />
      )}
    </Stack>
  );
}

type ChoiceProps = { readonly label: string; readonly text: string; readonly onChoose: () => void };

function Choice({ label, text, onChoose }: ChoiceProps) {
  return (
    <Stack gap={4}>
      <Button variant="default" onClick={onChoose}>
        {label}
      </Button>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Stack>
  );
}

function isOver(reason: unknown): boolean {
  return reason instanceof ApiError && reason.problem.code === 'session_missing';
}

function isStep(value: unknown): value is Step {
  return typeof value === 'object' && value !== null && 'step' in value;
}
