import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Project } from '@newsstand/contract/manage';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay, useProjects } from '../../api/SessionProvider.tsx';
import { useOverview } from '../../api/useOverview.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { type SpaceCounts, shelvesOf } from '../overview/shelvesOf.ts';
import { type NewPlace, PlaceDialog } from './PlaceDialog.tsx';
import { SpaceView } from './SpaceView.tsx';

/** Projects, their spaces, and the instances in them. */
export default function PlaceList() {
  const texts = useWords().places;
  const projects = useProjects();
  const { data } = useOverview();
  const ownsAll = useMay('owner');
  const [making, setMaking] = useState<NewPlace>();
  const spaces = shelvesOf(projects, data?.shelves ?? []);
  const isOwner = ownsAll || projects.some(({ role }) => role === 'owner');
  return (
    <Stack>
      <PageHead title={texts.title} text={texts.text}>
        {ownsAll && <MakeButton label={texts.newProject} onClick={() => setMaking({ type: 'project' })} />}
      </PageHead>
      {!isOwner && <Alert color="gray">{texts.ownersOnly}</Alert>}
      {projects.length === 0 && <Text>{texts.empty}</Text>}
      {projects.map((project) => (
        <ProjectPanel
          key={project.projectId}
          project={project}
          spaces={spaces.filter(({ projectId }) => projectId === project.projectId)}
          isCounted={data !== undefined}
          onMake={setMaking}
        />
      ))}
      {making && <PlaceDialog place={making} onClose={() => setMaking(undefined)} />}
    </Stack>
  );
}

type PanelProps = {
  readonly project: Project;
  readonly spaces: readonly SpaceCounts[];
  readonly isCounted: boolean;
  readonly onMake: (place: NewPlace) => void;
};

function ProjectPanel({ project: { projectId, role }, spaces, isCounted, onMake }: PanelProps) {
  const texts = useWords().places;
  const isOwner = role === 'owner';
  return (
    <Panel title={texts.project(projectId)}>
      {spaces.map((space) => (
        <SpaceView
          key={space.spaceId}
          {...{ space, isOwner, isCounted }}
          onMake={() => onMake({ type: 'instance', projectId, spaceId: space.spaceId })}
        />
      ))}
      {isOwner && (
        <Group>
          <MakeButton label={texts.newSpace} onClick={() => onMake({ type: 'space', projectId })} isSmall />
        </Group>
      )}
    </Panel>
  );
}

type ButtonProps = { readonly label: string; readonly onClick: () => void; readonly isSmall?: boolean };

function MakeButton({ label, onClick, isSmall = false }: ButtonProps) {
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
