import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/request.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { ErrorAlert } from '../ErrorAlert.tsx';
import { hasPasskeys } from './hasPasskeys.ts';
import { askPasskey } from './passkeys.ts';

/** What somebody can show. */
export type Method = 'password' | 'passkey' | 'totp' | 'recovery';

type Props = {
  readonly methods: readonly Method[];
  readonly passkeyRequest: PublicKeyCredentialRequestOptionsJSON | undefined;
  /** Sends what is shown. */
  readonly onShow: (body: object) => Promise<void>;
};

/** Asks for one of these methods, the first one unless another is chosen. */
export function SecondFactorForm({ methods, passkeyRequest, onShow }: Props) {
  const texts = useWords().factors;
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<Method>();
  const { isRunning, error, run } = useAction();
  const method = chosen ?? usable[0];
  if (method === undefined) return <Text size="sm">{texts.confirm.signInAgain}</Text>;
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget));
    void run(async () => {
      const shown =
        method === 'passkey' && passkeyRequest ? { answer: await askPasskey(passkeyRequest) } : given;
      await onShow({ method, ...shown });
    });
  };
  return (
    <form onSubmit={show} key={method}>
      <Stack>
        {error !== undefined && <FactorError error={error} />}
        <MethodField method={method} />
        <Button type="submit" loading={isRunning}>
          {method === 'passkey' ? texts.usePasskey : texts.continue}
        </Button>
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" size="sm" onClick={() => setChosen(other)}>
              {texts.use[other]}
            </Anchor>
          ))}
      </Stack>
    </form>
  );
}

function MethodField({ method }: { readonly method: Method }) {
  const texts = useWords().factors;
  const { show } = useWords().signIn;
  if (method === 'passkey') return <Text size="sm">{texts.passkeyText}</Text>;
  if (method === 'password')
    return (
      <PasswordInput
        name="password"
        label={texts.methods.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': show }}
        required
        autoFocus
      />
    );
  return (
    <TextInput
      name="code"
      label={texts.methods[method]}
      description={method === 'totp' ? texts.codeHint : texts.recoveryHint}
      {...(method === 'totp' && { inputMode: 'numeric' as const })}
      autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      required
      autoFocus
    />
  );
}

/** Why it did not work: what the service says, or that the browser gave no passkey. */
export function FactorError({ error }: { readonly error: unknown }) {
  const { factors, problems, signIn } = useWords();
  const { code, retryAfterSeconds = 60 } = error instanceof ApiError ? error.problem : {};
  const messages: Readonly<Record<string, string>> = {
    second_factor_failed: problems.second_factor_failed.text,
    too_many_attempts: signIn.wait(Number(retryAfterSeconds)),
  };
  const message = error instanceof ApiError ? messages[code ?? ''] : factors.passkeyFailed;
  if (message === undefined) return <ErrorAlert error={error} />;
  return (
    <Alert color="red" role="alert">
      {message}
    </Alert>
  );
}

/** Runs one action at a time, and keeps its error. */
export function useAction() {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (action: () => Promise<void>) => {
    setRunning(true);
    setError(undefined);
    try {
      await action();
    } catch (reason) {
      setError(reason);
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, error, run };
}
