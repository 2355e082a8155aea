import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { languages } from '../../words/defineWords.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { SignInForm } from './SignInForm.tsx';
import { signInWords } from './signInWords.ts';
import { WelcomeForm } from './WelcomeForm.tsx';

/** What those see who are not signed in: the way in, or what a link led them to. */
export function SignIn() {
  const texts = useWords(signInWords);
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
            <LanguageLink />
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

/** There are two languages: the link names the other one. */
function LanguageLink() {
  const { language, choose } = useLanguage();
  const other = language === 'en' ? 'ja' : 'en';
  return (
    <Anchor component="button" type="button" size="sm" lang={other} onClick={() => choose(other)}>
      {languages[other]}
    </Anchor>
  );
}
