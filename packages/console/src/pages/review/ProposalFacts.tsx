import { Badge, Group, type MantineSize, Text } from '@mantine/core';
import type { ProposalView } from '@newsstand/contract/manage';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconHourglass, IconX } from '../../icons/icons.tsx';
import { useActorName } from '../../parts/useActorName.ts';
import { formatDateTime, formatRelative } from '../../time/formatDateTime.ts';
import { useNow } from '../../time/useNow.ts';
import { timeZone } from '../../time/wallClock.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';

const looks = {
  open: { color: 'blue', Icon: IconHourglass },
  published: { color: 'green', Icon: IconCheck },
  returned: { color: 'orange', Icon: IconArrowBackUp },
  withdrawn: { color: 'gray', Icon: IconX },
} as const;

/** What became of a proposal, and whether it was changed since. */
export function ProposalBadges({
  proposal: { state, isChanged = false },
  size = 'md',
}: {
  readonly proposal: ProposalView;
  readonly size?: MantineSize;
}) {
  const texts = useWords().review;
  const { color, Icon } = looks[state];
  return (
    <Group gap={6}>
      <Badge variant="light" color={color} size={size} tt="none" leftSection={<Icon size={12} aria-hidden />}>
        {texts.states[state]}
      </Badge>
      {isChanged && (
        <Badge
          variant="light"
          color="yellow"
          size={size}
          tt="none"
          leftSection={<IconAlertTriangle size={12} aria-hidden />}
        >
          {texts.changedSince}
        </Badge>
      )}
    </Group>
  );
}

/** Who proposed it and when, when it should be published, and who closed it. */
export function ProposalFacts({ proposal }: { readonly proposal: ProposalView }) {
  const texts = useWords().review;
  const { language } = useLanguage();
  const now = useNow();
  const nameOf = useActorName();
  const { state, proposedBy, proposedAt, publishAt, closedBy, closedAt } = proposal;
  const when = (at: number) => formatRelative(at, now, language, timeZone);
  const closed =
    state === 'open' || closedBy === undefined || closedAt === undefined
      ? undefined
      : texts.closed[state](nameOf(closedBy), when(closedAt));
  const wish =
    publishAt === undefined ? undefined : texts.wish(formatDateTime(publishAt, language, timeZone));
  return (
    <Text size="sm" c="dimmed">
      {[texts.proposed(nameOf(proposedBy), when(proposedAt)), wish, closed].filter(Boolean).join(' · ')}
    </Text>
  );
}
