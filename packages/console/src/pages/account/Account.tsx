import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSession } from '../../api/SessionProvider.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useSignOut } from '../../shell/AccountMenu.tsx';
import { formatDistance, formatMoment } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { useNow } from '../../time/useNow.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { LookPanel } from './LookPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { TokenPanel } from './TokenPanel.tsx';

/** Who one is here, and what lets one in. */
export default function Account() {
  const texts = useWords().account;
  return (
    <Stack>
      <PageHead title={texts.title} />
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
  const texts = useWords().account;
  const { language } = useLanguage();
  const now = useNow();
  const { expiresAt, service } = useSession();
  const signOut = useSignOut();
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
        <Button variant="default" onClick={() => signOut()}>
          {texts.signOut}
        </Button>
      </div>
    </Panel>
  );
}
