import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { languageNames, languages } from '../../words/languages.ts';
import { SignInForm } from './SignInForm.tsx';
import { WelcomeForm } from './WelcomeForm.tsx';

/** What those see who are not signed in: the way in, or what a link led them to. */
export function SignIn() {
  const texts = useWords().signIn;
  // Read once, and then taken out of the address, where others could see it.
  const [token] = useState(() => (location.pathname === '/console/welcome' ? location.hash.slice(1) : ''));
  const title = token === '' ? texts.signIn : texts.welcome;
  useEffect(() => {
    document.title = `${title} · Newsstand`;
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
  }, [title]);
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={420}>
        <Stack>
          <Group justify="space-between">
            <Text fw={700}>Newsstand</Text>
            <Group gap="xs">
              <LanguageLinks />
            </Group>
          </Group>
          <Title order={1} size="h2">
            {title}
          </Title>
          {token === '' ? <SignInForm /> : <WelcomeForm token={token} />}
        </Stack>
      </Paper>
    </Center>
  );
}

function LanguageLinks() {
  const { language, choose } = useLanguage();
  const others = languageNames.filter((name) => name !== language);
  return others.map((name) => (
    <Anchor key={name} component="button" type="button" size="sm" lang={name} onClick={() => choose(name)}>
      {languages[name].name}
    </Anchor>
  ));
}
