import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import { Link } from 'wouter';
import { listHref, spacePath } from '../../api/paths.ts';
import { useIsAllowed, usePlaceName } from '../../api/SessionProvider.tsx';
import { IconNews, IconPlus, IconSpeakerphone } from '../../icons/icons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { hasShelves, type InstanceCounts, type SpaceCounts } from './shelvesOf.ts';

/** The number of items by state for each instance, with links to the lists. */
export function Shelves({ spaces }: { readonly spaces: readonly SpaceCounts[] }) {
  const texts = useWords().overview;
  const ownsAll = useIsAllowed('owner');
  const shown = spaces.filter(hasShelves);
  // The first steps tell owners what to do.
  if (shown.length === 0 && ownsAll) return null;
  return (
    <Stack component="section" gap="md" aria-label={texts.shelves}>
      {shown.length === 0 && (
        <Alert color="gray" title={texts.noShelves}>
          {texts.noShelvesHint}
        </Alert>
      )}
      {shown.map((space) => (
        <SpaceShelves key={spacePath(space)} space={space} />
      ))}
    </Stack>
  );
}

/** How many are shown at first; a portal may have hundreds. */
const fewShelves = 9;

function SpaceShelves({ space }: { readonly space: SpaceCounts }) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  const { instances } = space;
  const placeName = usePlaceName();
  const [isExpanded, { open }] = useDisclosure(instances.length <= fewShelves + 1);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {placeName({ projectId: space.projectId })} /{' '}
          {placeName({ projectId: space.projectId, spaceId: space.spaceId })}
        </Title>
        <CollectionLinks space={space} />
      </Group>
      <div className="shelves">
        {(isExpanded ? instances : instances.slice(0, fewShelves)).map((shelf) => (
          <InstanceCard key={listHref(shelf)} shelf={shelf} />
        ))}
      </div>
      {!isExpanded && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={open}>
            {texts.all(instances.length.toLocaleString(language))}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const collections = { media: 'media', category: 'categories', tag: 'tags' } as const;

function CollectionLinks({ space }: { readonly space: SpaceCounts }) {
  const texts = useWords().overview;
  const { language } = useLanguage();
  return (
    <Group gap="md">
      {(['media', 'category', 'tag'] as const).map((kind) => (
        <Anchor key={kind} component={Link} href={`${spacePath(space)}/${collections[kind]}`} size="sm">
          {texts[kind](space[kind].toLocaleString(language))}
        </Anchor>
      ))}
    </Group>
  );
}

const icons = { news: IconNews, banner: IconSpeakerphone } as const;

function InstanceCard({ shelf }: { readonly shelf: InstanceCounts }) {
  const texts = useWords().overview;
  const Icon = icons[shelf.kind];
  const instance = usePlaceName()(shelf);
  const name = `${texts[shelf.kind]}: ${instance}`;
  const canWrite = useIsAllowed('writer', shelf);
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="sm" wrap="nowrap">
        <Icon size={18} aria-hidden />
        <Anchor component={Link} href={listHref(shelf)} fw={600} c="var(--mantine-color-text)" truncate>
          {name}
        </Anchor>
        {canWrite && (
          <Button
            component={Link}
            href={`${listHref(shelf)}/new`}
            variant="light"
            size="compact-sm"
            ml="auto"
            flex="none"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={`${texts.fresh[shelf.kind]}: ${instance}`}
          >
            {texts.fresh[shelf.kind]}
          </Button>
        )}
      </Group>
      <div className="state-counts">
        {states.map((state) => (
          <StateCount key={state} shelf={shelf} state={state} name={name} />
        ))}
      </div>
    </Paper>
  );
}

function StateCount({
  shelf,
  state,
  name,
}: {
  readonly shelf: InstanceCounts;
  readonly state: ItemState;
  readonly name: string;
}) {
  const words = useWords().states;
  const { language } = useLanguage();
  const amount = shelf[state].toLocaleString(language);
  return (
    <Link href={`${listHref(shelf)}?state=${state}`} className="state-count" data-state={state}>
      <Text component="span" size="xl" fw={700} lh={1.2}>
        {amount}
      </Text>{' '}
      <Text component="span" size="xs" c="dimmed">
        {words[state]}
        <VisuallyHidden>, {name}</VisuallyHidden>
      </Text>
    </Link>
  );
}
