import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { listHref } from '../items/useItemShelf.ts';
import { amountOf, type InstanceCounts, type SpaceCounts } from '../overview/shelvesOf.ts';
import { InstanceRemoval } from './InstanceRemoval.tsx';

type Props = {
  readonly space: SpaceCounts;
  readonly isOwner: boolean;
  /** Whether it is known how much each instance holds. */
  readonly isCounted: boolean;
  readonly onMake: () => void;
};

/** A space with its instances. */
export function SpaceView({ space, isOwner, isCounted, onMake }: Props) {
  const texts = useWords().places;
  const [removing, setRemoving] = useState<InstanceCounts>();
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Title order={3} size="h5" className="long-text">
          {texts.space(space.spaceId)}
        </Title>
        {isOwner && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onMake}>
            {texts.newInstance}
          </Button>
        )}
      </Group>
      {space.instances.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noInstances}
        </Text>
      )}
      <ul className="plain-list">
        {space.instances.map((instance) => (
          <InstanceRow
            key={listHref(instance)}
            instance={instance}
            isCounted={isCounted}
            onRemove={isOwner ? () => setRemoving(instance) : undefined}
          />
        ))}
      </ul>
      {removing && <InstanceRemoval instance={removing} onClose={() => setRemoving(undefined)} />}
    </Paper>
  );
}

type RowProps = {
  readonly instance: InstanceCounts;
  readonly isCounted: boolean;
  readonly onRemove: (() => void) | undefined;
};

/** What holds something can not be removed, so that is not offered. */
function InstanceRow({ instance, isCounted, onRemove }: RowProps) {
  const texts = useWords().places;
  const { language } = useLanguage();
  const amount = amountOf(instance);
  const name = `${texts.apps[instance.kind]}: ${instance.instanceId}`;
  return (
    <Group component="li" justify="space-between" py={4} mih={36}>
      <Anchor component={Link} href={listHref(instance)} size="sm" className="long-text">
        {name}
      </Anchor>
      <Group gap="sm">
        {isCounted && (
          <Text size="sm" c="dimmed">
            {amount === 0 ? texts.isEmpty : texts.holds(amount.toLocaleString(language))}
          </Text>
        )}
        {isCounted && amount === 0 && onRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} />}
            aria-label={texts.removeLabel(name)}
            onClick={onRemove}
          >
            {texts.remove}
          </Button>
        )}
      </Group>
    </Group>
  );
}
