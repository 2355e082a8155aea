import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { defineWords } from '../words/defineWords.ts';
import { useWords } from '../words/LanguageProvider.tsx';

const words = defineWords(
  {
    title: 'There is nothing here',
    text: 'It may have been removed, or the address is not right.',
    home: 'Overview',
  },
  { title: 'ここには何もありません', text: '削除されたか、アドレスが正しくありません。', home: '概要へ' },
);

/** Said where the address names nothing. */
export function NotFound() {
  const texts = useWords(words);
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
