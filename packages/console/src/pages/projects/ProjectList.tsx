import { Alert, Anchor, Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Project } from '@newsstand/contract/manage';
import { IconEye, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type ItemShelf, instancePath, listHref } from '../../api/paths.ts';
import { useOverview } from '../../api/queries.ts';
import { sendRequest } from '../../api/request.ts';
import { useIsAllowed, useProjects } from '../../api/SessionProvider.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { PreviewPageForm, useInstanceSettings } from '../../parts/PreviewPageForm.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { amountOf, type InstanceCounts, type SpaceCounts, shelvesOf } from '../overview/shelvesOf.ts';
import { CreateDialog, type Creation } from './CreateDialog.tsx';
import { FourEyesDialog } from './FourEyesDialog.tsx';

/** Projects, their spaces and the spaces' instances. */
export default function ProjectList() {
  const texts = useWords().projects;
  const projects = useProjects();
  const { data } = useOverview();
  const ownsAll = useIsAllowed('owner');
  const [creating, setCreating] = useState<Creation>();
  const spaces = shelvesOf(projects, data?.shelves ?? []);
  const isOwner = ownsAll || projects.some(({ role }) => role === 'owner');
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {ownsAll && (
          <CreateButton label={texts.newProject} onClick={() => setCreating({ type: 'project' })} />
        )}
      </PageHead>
      {!isOwner && <Alert color="gray">{texts.ownersOnly}</Alert>}
      {projects.length === 0 && <Text>{texts.empty}</Text>}
      {projects.map((project) => (
        <ProjectPanel
          key={project.projectId}
          project={project}
          spaces={spaces.filter(({ projectId }) => projectId === project.projectId)}
          isCounted={data !== undefined}
          onCreate={setCreating}
        />
      ))}
      {creating && <CreateDialog creation={creating} onClose={() => setCreating(undefined)} />}
    </Stack>
  );
}

type PanelProps = {
  readonly project: Project;
  readonly spaces: readonly SpaceCounts[];
  readonly isCounted: boolean;
  readonly onCreate: (creation: Creation) => void;
};

function ProjectPanel({ project: { projectId, role }, spaces, isCounted, onCreate }: PanelProps) {
  const texts = useWords().projects;
  const isOwner = role === 'owner';
  return (
    <Panel title={texts.project(projectId)}>
      {spaces.map((space) => (
        <SpaceView
          key={space.spaceId}
          {...{ space, isOwner, isCounted }}
          onCreate={() => onCreate({ type: 'instance', projectId, spaceId: space.spaceId })}
        />
      ))}
      {isOwner && (
        <Group>
          <CreateButton
            label={texts.newSpace}
            onClick={() => onCreate({ type: 'space', projectId })}
            isSmall
          />
        </Group>
      )}
    </Panel>
  );
}

type ButtonProps = { readonly label: string; readonly onClick: () => void; readonly isSmall?: boolean };

function CreateButton({ label, onClick, isSmall = false }: ButtonProps) {
  return (
    <Button
      variant={isSmall ? 'light' : 'filled'}
      size={isSmall ? 'xs' : 'sm'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

type Props = {
  readonly space: SpaceCounts;
  readonly isOwner: boolean;
  /** Whether the counts have loaded. */
  readonly isCounted: boolean;
  readonly onCreate: () => void;
};

/** A space with its instances. */
function SpaceView({ space, isOwner, isCounted, onCreate }: Props) {
  const texts = useWords().projects;
  const [removing, setRemoving] = useState<InstanceCounts>();
  const [setting, setSetting] = useState<InstanceCounts>();
  const [reviewing, setReviewing] = useState<InstanceCounts>();
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Title order={3} size="h5" className="long-text">
          {texts.space(space.spaceId)}
        </Title>
        {isOwner && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onCreate}>
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
            onSet={isOwner ? () => setSetting(instance) : undefined}
            onReview={isOwner ? () => setReviewing(instance) : undefined}
          />
        ))}
      </ul>
      {setting && <PreviewPageDialog instance={setting} onClose={() => setSetting(undefined)} />}
      {reviewing && (
        <FourEyesDialog
          instance={reviewing}
          name={`${texts.apps[reviewing.kind]}: ${reviewing.instanceId}`}
          onClose={() => setReviewing(undefined)}
        />
      )}
      {removing && <InstanceRemoval instance={removing} onClose={() => setRemoving(undefined)} />}
    </Paper>
  );
}

type RowProps = {
  readonly instance: InstanceCounts;
  readonly isCounted: boolean;
  readonly onRemove: (() => void) | undefined;
  readonly onSet: (() => void) | undefined;
  readonly onReview: (() => void) | undefined;
};

/** Only empty instances can be removed. */
function InstanceRow({ instance, isCounted, onRemove, onSet, onReview }: RowProps) {
  const { projects: texts, previewSettings, fourEyes } = useWords();
  const { language } = useLanguage();
  const amount = amountOf(instance);
  const name = `${texts.apps[instance.kind]}: ${instance.instanceId}`;
  return (
    <Group component="li" justify="space-between" py={4} mih={36} gap={0} className="instance-row">
      <Anchor component={Link} href={listHref(instance)} size="sm" className="long-text">
        {name}
      </Anchor>
      <Group gap="sm">
        {isCounted && (
          <Text size="sm" c="dimmed">
            {amount === 0 ? texts.isEmpty : texts.holds(amount.toLocaleString(language))}
          </Text>
        )}
        {onSet && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconEye size={14} />}
            aria-label={previewSettings.openLabel(name)}
            onClick={onSet}
          >
            {previewSettings.open}
          </Button>
        )}
        {onReview && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconUsers size={14} />}
            aria-label={fourEyes.openLabel(name)}
            onClick={onReview}
          >
            {fourEyes.open}
          </Button>
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

/** Says where preview links of an instance lead, and changes it. */
function PreviewPageDialog({
  instance,
  onClose,
}: {
  readonly instance: ItemShelf;
  readonly onClose: () => void;
}) {
  useReturnFocus();
  const { projects: texts, previewSettings } = useWords();
  const { data, error } = useInstanceSettings(instance);
  const name = `${texts.apps[instance.kind]}: ${instance.instanceId}`;
  return (
    <Modal opened onClose={onClose} size="lg" title={previewSettings.title(name)}>
      {error !== null && <ErrorAlert error={error} />}
      {data && <PreviewPageForm shelf={instance} previewUrl={data.previewUrl} onClose={onClose} />}
    </Modal>
  );
}

/** Removes an empty instance. */
function InstanceRemoval({
  instance,
  onClose,
}: {
  readonly instance: ItemShelf;
  readonly onClose: () => void;
}) {
  const texts = useWords().projects;
  const client = useQueryClient();
  const name = `${texts.apps[instance.kind]}: ${instance.instanceId}`;
  const work = useMutation({
    mutationFn: () => sendRequest(instancePath(instance), { method: 'DELETE' }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.removed(name) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.removal.title(name)}
      texts={[texts.removal.text]}
      confirm={texts.removal.confirm}
      isDanger
      work={work}
      onClose={onClose}
    />
  );
}
