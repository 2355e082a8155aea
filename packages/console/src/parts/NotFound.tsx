import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useWords } from '../words/LanguageProvider.tsx';

/** Shown if the address has no page. */
export function NotFound() {
  const texts = useWords().notFound;
  return (
    <Stack align="flex-start" p="md">
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Text>{texts.text}</Text>
      <Anchor component={Link} href="/">
        {texts.home}
      </Anchor>
    </Stack>
  );
}
