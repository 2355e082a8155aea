import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { IconMapSearch } from '../icons/icons.tsx';
import { useWords } from '../words/LanguageProvider.tsx';
import { useTitle } from './PageHead.tsx';

/** Shown if the address has no page. */
export function NotFound() {
  const texts = useWords().notFound;
  useTitle(texts.title);
  return (
    <Stack align="center" gap="xs" ta="center" py="15vh">
      <IconMapSearch size={40} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <Text c="dimmed">{texts.text}</Text>
      <Button component={Link} href="/" mt="md">
        {texts.home}
      </Button>
    </Stack>
  );
}
