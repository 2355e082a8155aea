import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSession } from '../../api/SessionProvider.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { signOut } from '../../shell/AccountMenu.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useNow } from '../../time/useNow.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { Panel } from '../media/Panel.tsx';
import { accountWords } from './accountWords.ts';
import { LookPanel } from './LookPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { TokenPanel } from './TokenPanel.tsx';

/** Who one is here, and what lets one in. */
export default function Account() {
  const texts = useWords(accountWords);
  useTitle(texts.title);
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ProfilePanel />
        <PasswordPanel />
        <LookPanel />
        <SessionPanel />
      </SimpleGrid>
      <TokenPanel />
    </Stack>
  );
}

function SessionPanel() {
  const texts = useWords(accountWords);
  const { language } = useLanguage();
  const now = useNow();
  const { expiresAt, service } = useSession();
  return (
    <Panel title={texts.session}>
      {expiresAt !== undefined && (
        <Text size="sm">
          {texts.endsAt(
            formatMoment(expiresAt, language, timeZone),
            formatDistance(expiresAt, now, language, timeZone),
          )}{' '}
          {texts.idle}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="long-text">
        {texts.service(service.version, service.store, service.node)}
      </Text>
      <div>
        <Button variant="default" onClick={signOut}>
          {texts.signOut}
        </Button>
      </div>
    </Panel>
  );
}
