import './signIn.css';
import {
  Alert,
  Anchor,
  Button,
  Center,
  Code,
  Group,
  List,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, sendRequest, signedOutName } from './api/request.ts';
import { Logo } from './brand/Logo.tsx';
import { fieldName } from './parts/describeError.ts';
import { hasPasskeys } from './parts/factors/hasPasskeys.ts';
import {
  allowsPasswords,
  BreakGlassForm,
  breakGlassPrefix,
  metaOf,
  PasskeyWelcome,
  PasswordsOffNote,
  ProviderButtons,
  useRefusal,
} from './providerSignIn.tsx';
import { renderPage } from './renderPage.tsx';
import { useLanguage, useWords } from './words/LanguageProvider.tsx';
import { languageNames, nameOfLanguage } from './words/languages.ts';

/** The page for those who are not signed in: the sign-in form, or the form that a link leads to. */
function SignIn() {
  const texts = useWords().signIn;
  // Read once, and then removed from the address, where others could see it.
  const [token] = useState(() => (location.pathname === '/console/welcome' ? location.hash.slice(1) : ''));
  const title = token === '' ? texts.signIn : texts.welcome;
  useEffect(() => {
    document.title = `${title} · Newsstand`;
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
  }, [title]);
  return (
    <Center mih="100vh" p="md" component="main" className="sign-in">
      <Paper withBorder shadow="md" radius="lg" p="xl" w="100%" maw={400}>
        <Stack>
          <Group justify="space-between">
            <Logo />
            <Group gap="xs">
              <LanguageLinks />
            </Group>
          </Group>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Content token={token} />
        </Stack>
      </Paper>
    </Center>
  );
}

const SignInStep = lazy(() => import('./signInStep.tsx'));

/** What this page is for: a link to follow, a first owner to create, the rest of a sign-in, or signing in. */
function Content({ token }: { readonly token: string }) {
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(() => metaOf('pending') !== undefined);
  const [wasLate, setLate] = useState(false);
  const onOver = useCallback((isLate: boolean) => {
    setLate(isLate);
    setPending(false);
  }, []);
  if (token === '' && isPending)
    return (
      <Suspense>
        <SignInStep target={targetOf()} onOver={onOver} />
      </Suspense>
    );
  if (token === '') return isUnclaimed() ? <UnclaimedNote /> : <SignInWays wasLate={wasLate} />;
  if (!token.startsWith(breakGlassPrefix)) return <Welcome token={token} />;
  return (
    <>
      {error !== undefined && <SignInError error={error} />}
      <BreakGlassForm token={token} onError={setError} />
    </>
  );
}

/** All ways to sign in. */
function SignInWays({ wasLate }: { readonly wasLate: boolean }) {
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
      {allowsPasswords() ? <SignInForm /> : <PasswordsOffNote />}
      <PasskeyButton onError={setError} />
      <ProviderButtons isSecond={allowsPasswords()} onError={setError} />
    </>
  );
}

/** All ways to accept an invitation; the first owner has a password. */
function Welcome({ token }: { readonly token: string }) {
  const [error, setError] = useState<unknown>();
  if (token.startsWith(ownerTokenPrefix)) return <WelcomeForm token={token} />;
  return (
    <>
      {error !== undefined && <SignInError error={error} />}
      {allowsPasswords() ? (
        <WelcomeForm token={token} />
      ) : (
        <PasskeyWelcome token={token} onError={setError} />
      )}
      <ProviderButtons token={token} isSecond onError={setError} />
    </>
  );
}

function LanguageLinks() {
  const { language, setLanguage } = useLanguage();
  const others = languageNames.filter((name) => name !== language);
  return others.map((name) => (
    <Anchor
      key={name}
      component="button"
      type="button"
      size="sm"
      lang={name}
      onClick={() => setLanguage(name)}
    >
      {nameOfLanguage(name)}
    </Anchor>
  ));
}

/** Whether the service has no operator yet. */
function isUnclaimed(): boolean {
  return document.querySelector('meta[name="newsstand-unclaimed"]') !== null;
}

/** Where the first owner comes from. */
function UnclaimedNote() {
  const texts = useWords().signIn;
  return (
    <Stack gap="sm">
      <Text fw={600}>{texts.unclaimed}</Text>
      <Text size="sm">{texts.unclaimedText}</Text>
      <Code block>newsstand operator link</Code>
      <Text size="sm" c="dimmed">
        {texts.unclaimedHint}
      </Text>
    </Stack>
  );
}

/** The page that was asked for. */
function targetOf(): string {
  return location.pathname === '/console/welcome' ? '/console/' : location.href;
}

/** Signs in without a name, where the browser has passkeys for this address. */
function PasskeyButton({ onError }: { readonly onError: (error: unknown) => void }) {
  const texts = useWords().factors;
  const [isSending, setSending] = useState(false);
  if (!hasPasskeys()) return null;
  const send = async () => {
    setSending(true);
    onError(undefined);
    try {
      await (await import('./parts/factors/passkeys.ts')).signInWithPasskey();
      location.assign(targetOf());
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

/** Name and password. Continues to the requested page. */
function SignInForm() {
  const texts = useWords().signIn;
  const { isSending, error, send } = useSubmit('/session', targetOf());
  const [wasSignedOut] = useState(() => sessionStorage.getItem(signedOutName) !== null);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // The only thing to do here; after a failure, it is usually the password that must be typed again.
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
          <SignInError error={error} />
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

/** The prefix of the first owner's token; other tokens belong to operators who already have a name. */
const ownerTokenPrefix = 'nso_';

/** The form that a link leads to: a new password, and for the first owner also a name. */
function WelcomeForm({ token }: { readonly token: string }) {
  const texts = useWords().signIn;
  const { isSending, error, send } = useSubmit('/invitations', '/console/');
  const isOwner = token.startsWith(ownerTokenPrefix);
  return (
    <form onSubmit={send({ token })}>
      <Stack>
        <Text>{isOwner ? texts.ownerText : texts.invitedText}</Text>
        {error !== undefined && <SignInError error={error} />}
        {isOwner && <OwnerFields />}
        <PasswordInput
          name="password"
          label={texts.password}
          description={texts.passwordHint}
          autoComplete="new-password"
          minLength={12}
          visibilityToggleButtonProps={{ 'aria-label': texts.show }}
          required
        />
        <Button type="submit" loading={isSending}>
          {texts.begin}
        </Button>
      </Stack>
    </form>
  );
}

function OwnerFields() {
  const texts = useWords().signIn;
  return (
    <>
      <TextInput name="name" label={texts.name} description={texts.nameHint} autoComplete="name" required />
      <TextInput
        name="operatorId"
        label={texts.operatorId}
        description={texts.operatorIdHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

/** Why signing in failed; announced to screen readers. */
function SignInError({ error }: { readonly error: unknown }) {
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

/** Submits a form, and continues to the target if that succeeds. */
function useSubmit(path: string, target: string) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = (more: Readonly<Record<string, string>>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...more, ...Object.fromEntries(new FormData(event.currentTarget)) };
    setSending(true);
    setError(undefined);
    try {
      await sendRequest(path, { method: 'POST', body });
      location.assign(target);
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return { isSending, error, send };
}

void renderPage(<SignIn />);
