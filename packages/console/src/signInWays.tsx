import { Alert, Button, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, sendRequest } from './api/request.ts';
import { fieldName } from './parts/describeError.ts';
import { hasPasskeys } from './parts/factors/hasPasskeys.ts';
import { allowsPasswords, PasswordsOffNote, ProviderButtons, useRefusal } from './providerSignIn.tsx';
import { useLanguage, useWords } from './words/LanguageProvider.tsx';

type WaysProps = {
  /** Whether an earlier sign-in has taken too long. */
  readonly wasLate: boolean;
  /** Who is to sign in, as far as that is known. */
  readonly operatorId?: string | undefined;
  /** Called when a way was taken; a second step may be missing. */
  readonly onDone: () => void;
  /** Goes to a provider, if not in this window. */
  readonly onLeave?: (url: string) => void;
};

/** All ways to sign in. */
export function SignInWays({ wasLate, operatorId, onDone, onLeave }: WaysProps) {
  const { over } = useWords().factors.step;
  const refused = useRefusal();
  const refusal = wasLate ? over : refused;
  const [error, setError] = useState<unknown>();
  return (
    <>
      {refusal !== undefined && error === undefined && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      {error !== undefined && <SignInError error={error} />}
      {allowsPasswords() ? <SignInForm operatorId={operatorId} onDone={onDone} /> : <PasswordsOffNote />}
      <PasskeyButton onDone={onDone} onError={setError} />
      <ProviderButtons isSecond={allowsPasswords()} onError={setError} {...(onLeave && { onLeave })} />
    </>
  );
}

/** Signs in without a name, where the browser has passkeys for this address. */
function PasskeyButton({
  onDone,
  onError,
}: {
  readonly onDone: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const texts = useWords().factors;
  const [isSending, setSending] = useState(false);
  if (!hasPasskeys()) return null;
  const send = async () => {
    setSending(true);
    onError(undefined);
    try {
      await (await import('./parts/factors/passkeys.ts')).signInWithPasskey();
      onDone();
    } catch (refusal) {
      onError(refusal);
      setSending(false);
    }
  };
  return (
    <Button variant={allowsPasswords() ? 'default' : 'filled'} loading={isSending} onClick={send}>
      {texts.passkeySignIn}
    </Button>
  );
}

/** Name and password. */
function SignInForm({ operatorId = '', onDone }: Pick<WaysProps, 'operatorId' | 'onDone'>) {
  const texts = useWords().signIn;
  const { isSending, error, send } = useSubmit('/session', onDone);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // The only thing to do here; after a failure, it is usually the password that must be typed again.
  useEffect(() => (operatorId === '' ? name : password).current?.focus(), [operatorId]);
  useEffect(() => {
    if (error !== undefined) password.current?.select();
  }, [error]);
  return (
    <form onSubmit={send({})}>
      <Stack>
        {error !== undefined && <SignInError error={error} />}
        <TextInput
          ref={name}
          name="operatorId"
          defaultValue={operatorId}
          label={texts.operatorId}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          ref={password}
          data-autofocus={operatorId !== '' || undefined}
          name="password"
          label={texts.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.show }}
          required
        />
        <Button type="submit" loading={isSending}>
          {texts.open}
        </Button>
        <Text size="xs" c="dimmed">
          {texts.forgotten}
        </Text>
      </Stack>
    </form>
  );
}

/** Why signing in failed; announced to screen readers. */
export function SignInError({ error }: { readonly error: unknown }) {
  const { signIn: texts, problems, factors } = useWords();
  const { language } = useLanguage();
  if (!(error instanceof ApiError))
    return (
      <Alert color="red" role="alert">
        {factors.passkeyFailed}
      </Alert>
    );
  const { code, status, detail, errors = [], retryAfterSeconds } = error.problem;
  const messages: Readonly<Record<string, string>> = {
    sign_in_failed: texts.wrong,
    too_many_attempts: texts.wait(Number(retryAfterSeconds ?? 60)),
    link_invalid: texts.used,
    passwords_off: problems.passwords_off.text,
    provider_unavailable: problems.provider_unavailable.text,
  };
  const message = status === undefined ? texts.silent : (messages[code ?? ''] ?? detail);
  if (errors.length === 0)
    return (
      <Alert color="red" role="alert">
        {message}
      </Alert>
    );
  return (
    <Alert color="red" role="alert" title={problems.invalid_body.title}>
      <List size="sm">
        {errors.map(({ path, message: fault }) => (
          <List.Item key={path}>{`${fieldName(path, language)}: ${fault}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Submits a form, and continues if that succeeds. */
export function useSubmit(path: string, onDone: () => void) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = (more: Readonly<Record<string, string>>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...more, ...Object.fromEntries(new FormData(event.currentTarget)) };
    setSending(true);
    setError(undefined);
    try {
      await sendRequest(path, { method: 'POST', body });
      onDone();
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return { isSending, error, send };
}
