import './signIn.css';
import {
  Anchor,
  Button,
  Center,
  Code,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Logo } from './brand/Logo.tsx';
import {
  allowsPasswords,
  BreakGlassForm,
  breakGlassPrefix,
  metaOf,
  PasskeyWelcome,
  ProviderButtons,
} from './providerSignIn.tsx';
import { renderPage } from './renderPage.tsx';
import { SignInError, SignInWays, useSubmit } from './signInWays.tsx';
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
        <SignInStep onDone={goToTarget} onOver={onOver} />
      </Suspense>
    );
  if (token === '')
    return isUnclaimed() ? <UnclaimedNote /> : <SignInWays wasLate={wasLate} onDone={goToTarget} />;
  if (!token.startsWith(breakGlassPrefix)) return <Welcome token={token} />;
  return (
    <>
      {error !== undefined && <SignInError error={error} />}
      <BreakGlassForm token={token} onError={setError} />
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

/** Continues to the page that was asked for. */
function goToTarget(): void {
  location.assign(location.pathname === '/console/welcome' ? '/console/' : location.href);
}

/** The prefix of the first owner's token; other tokens belong to operators who already have a name. */
const ownerTokenPrefix = 'nso_';

/** The form that a link leads to: a new password, and for the first owner also a name. */
function WelcomeForm({ token }: { readonly token: string }) {
  const texts = useWords().signIn;
  const { isSending, error, send } = useSubmit('/invitations', () => location.assign('/console/'));
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

void renderPage(<SignIn />);
