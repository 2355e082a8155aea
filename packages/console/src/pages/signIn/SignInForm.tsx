import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { signedOutName } from '../../api/ask.ts';
import { useWords } from '../../words/LanguageProvider.tsx';
import { Refused } from './Refused.tsx';
import { useSending } from './useSending.ts';

/** Name and password. Whoever is let in goes on to where they wanted to go. */
export function SignInForm() {
  const texts = useWords().signIn;
  const target = location.pathname === '/console/welcome' ? '/console/' : location.href;
  const { isSending, error, send } = useSending('/session', target);
  const [wasSignedOut] = useState(() => sessionStorage.getItem(signedOutName) !== null);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // There is one thing to do here; and after a slip it is most often the password that is typed again.
  useEffect(() => {
    sessionStorage.removeItem(signedOutName);
    name.current?.focus();
  }, []);
  useEffect(() => {
    if (error !== undefined) password.current?.select();
  }, [error]);
  return (
    <form onSubmit={send({})}>
      <Stack>
        {error !== undefined ? (
          <Refused error={error} />
        ) : (
          wasSignedOut && <Alert role="status">{texts.signedOut}</Alert>
        )}
        <TextInput
          ref={name}
          name="operatorId"
          label={texts.operatorId}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          ref={password}
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
