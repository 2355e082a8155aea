import {
  ActionIcon,
  type ActionIconProps,
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Menu,
  Paper,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import type { Project } from '@newsstand/contract/manage';
import { type ComponentProps, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ItemShelf, listHref } from '../../api/paths.ts';
import { useOverview } from '../../api/queries.ts';
import { useIsAllowed, usePlaceName, useProjects } from '../../api/SessionProvider.tsx';
import { IconEye, IconPhoto, IconPlus, IconSettings, IconUsers } from '../../icons/icons.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { PreviewPageForm, useInstanceSettings } from '../../parts/PreviewPageForm.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { amountOf, type InstanceCounts, type SpaceCounts, shelvesOf } from '../overview/shelvesOf.ts';
import { CreateDialog, type Creation } from './CreateDialog.tsx';
import { DefaultPictureDialog } from './DefaultPictureDialog.tsx';
import { FourEyesDialog } from './FourEyesDialog.tsx';
import { idOf, type KnownPlace, PlaceDialog } from './PlaceDialog.tsx';
import { RemovedPlaces } from './RemovedPlaces.tsx';

/** Projects, their spaces and the spaces' instances. */
export default function ProjectList() {
  const texts = useWords().projects;
  const projects = useProjects();
  const { data } = useOverview();
  const ownsAll = useIsAllowed('owner');
  const [params] = useSearchParams();
  const [creating, setCreating] = useState<Creation | undefined>(() =>
    ownsAll && params.has('new') ? { type: 'project' } : undefined,
  );
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
      {isOwner && <RemovedPlaces />}
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

function ProjectPanel({ project, spaces, isCounted, onCreate }: PanelProps) {
  const texts = useWords().projects;
  const { projectId, name = projectId, role } = project;
  const isOwner = role === 'owner';
  return (
    <Panel
      title={texts.project(name)}
      actions={isOwner && <PlaceButton place={{ projectId, name: project.name }} />}
    >
      {project.name !== undefined && <SmallId id={projectId} />}
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
  const { projectId, spaceId } = space;
  const name = usePlaceName()({ projectId, spaceId });
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={3} size="h5" className="long-text">
            {texts.space(name)}
          </Title>
          {name !== spaceId && <SmallId id={spaceId} />}
        </Group>
        {isOwner && (
          <Group gap={0}>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={onCreate}
            >
              {texts.newInstance}
            </Button>
            <PlaceButton place={{ projectId, spaceId, name: name === spaceId ? undefined : name }} />
          </Group>
        )}
      </Group>
      {space.instances.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noInstances}
        </Text>
      )}
      <ul className="plain-list">
        {space.instances.map((instance) => (
          <InstanceRow key={listHref(instance)} instance={instance} isCounted={isCounted} isOwner={isOwner} />
        ))}
      </ul>
    </Paper>
  );
}

type RowProps = {
  readonly instance: InstanceCounts;
  readonly isCounted: boolean;
  readonly isOwner: boolean;
};

/** An instance, the rules that hold there, and its settings behind one button. */
function InstanceRow({ instance, isCounted, isOwner }: RowProps) {
  const { projects: texts, fourEyes } = useWords();
  const { language } = useLanguage();
  const amount = amountOf(instance);
  const name = useInstanceName()(instance);
  const { instanceId } = instance;
  const own = usePlaceName()(instance);
  const settings = useInstanceSettings(instance).data;
  return (
    <Group component="li" justify="space-between" py={4} mih={36} gap={0} className="instance-row">
      <Group gap="xs">
        <Anchor component={Link} href={listHref(instance)} size="sm" className="long-text">
          {name}
        </Anchor>
        {own !== instanceId && <SmallId id={instanceId} />}
        {settings?.fourEyes && (
          <Badge variant="default" tt="none" fw={500}>
            {fourEyes.open}
          </Badge>
        )}
      </Group>
      <Group gap="sm">
        {isCounted && (
          <Text size="sm" c="dimmed">
            {amount === 0 ? texts.isEmpty : texts.holds(amount.toLocaleString(language))}
          </Text>
        )}
        {isOwner && <InstanceSettingsMenu instance={instance} name={name} own={own} />}
      </Group>
    </Group>
  );
}

type Setting = 'preview' | 'fourEyes' | 'picture' | 'place';

/** Everything that can be set for an instance. */
function InstanceSettingsMenu({
  instance,
  name,
  own,
}: {
  readonly instance: ItemShelf;
  readonly name: string;
  readonly own: string;
}) {
  const { places, previewSettings, fourEyes, defaultPicture } = useWords();
  const [opened, setOpened] = useState<Setting>();
  const { projectId, spaceId, kind, instanceId } = instance;
  const close = () => setOpened(undefined);
  const entries: readonly (readonly [Setting, string, typeof IconEye])[] = [
    ['preview', previewSettings.open, IconEye],
    ['fourEyes', fourEyes.open, IconUsers],
    ...(kind === 'news' ? ([['picture', defaultPicture.title, IconPhoto]] as const) : []),
    ['place', places.open, IconSettings],
  ];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <SettingsButton label={places.title(name)} />
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(([setting, label, Icon]) => (
            <Menu.Item key={setting} leftSection={<Icon size={16} />} onClick={() => setOpened(setting)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {opened === 'preview' && <PreviewPageDialog instance={instance} onClose={close} />}
      {opened === 'fourEyes' && <FourEyesDialog instance={instance} name={name} onClose={close} />}
      {opened === 'picture' && <DefaultPictureDialog instance={instance} name={name} onClose={close} />}
      {opened === 'place' && (
        <PlaceDialog
          place={{ projectId, spaceId, instanceId, app: kind, name: own === instanceId ? undefined : own }}
          onClose={close}
        />
      )}
    </>
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
  const { previewSettings } = useWords();
  const { data, error } = useInstanceSettings(instance);
  const name = useInstanceName()(instance);
  return (
    <Modal opened onClose={onClose} size="lg" title={previewSettings.title(name)}>
      {error !== null && <ErrorAlert error={error} />}
      {data && <PreviewPageForm shelf={instance} previewUrl={data.previewUrl} onClose={onClose} />}
    </Modal>
  );
}

/** What an instance is called, with what it holds. */
function useInstanceName(): (instance: ItemShelf) => string {
  const texts = useWords().projects;
  const placeName = usePlaceName();
  return (instance) => `${texts.apps[instance.kind]}: ${placeName(instance)}`;
}

function SmallId({ id }: { readonly id: string }) {
  return (
    <Text span size="xs" c="dimmed" className="long-text">
      {id}
    </Text>
  );
}

/** Opens what can be changed of a project or space as a whole. */
function PlaceButton({ place }: { readonly place: KnownPlace }) {
  const texts = useWords().places;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SettingsButton label={texts.openLabel(place.name ?? idOf(place))} onClick={() => setOpen(true)} />
      {isOpen && <PlaceDialog place={place} onClose={() => setOpen(false)} />}
    </>
  );
}

function SettingsButton({
  label,
  ...props
}: ActionIconProps & ComponentProps<'button'> & { readonly label: string }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...props}>
      <IconSettings size={18} aria-hidden />
    </ActionIcon>
  );
}
