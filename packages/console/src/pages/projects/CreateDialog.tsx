import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { instancePath, spacePath } from '../../api/paths.ts';
import { sendRequest } from '../../api/request.ts';
import { useProjects } from '../../api/SessionProvider.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { Modal } from '../../parts/Modal.tsx';
import { useReturnFocus } from '../../parts/useReturnFocus.ts';
import { useWords } from '../../words/LanguageProvider.tsx';

/** What to create, and where. */
export type Creation =
  | { readonly type: 'project' }
  | { readonly type: 'space'; readonly projectId: string }
  | { readonly type: 'instance'; readonly projectId: string; readonly spaceId: string };

type Ids = { readonly projectId: string; readonly spaceId: string; readonly instanceId: string };

/** Creates a project with its first space, a space, or an instance. */
export function CreateDialog({
  creation,
  onClose,
}: {
  readonly creation: Creation;
  readonly onClose: () => void;
}) {
  useReturnFocus();
  const texts = useWords().projects;
  const titles = { project: texts.newProject, space: texts.newSpace, instance: texts.newInstance };
  return (
    <Modal opened onClose={onClose} title={titles[creation.type]}>
      <CreateForm creation={creation} onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ creation, onClose }: { readonly creation: Creation; readonly onClose: () => void }) {
  const texts = useWords().projects;
  const client = useQueryClient();
  const [ids, setIds] = useState<Ids>({ projectId: '', spaceId: '', instanceId: '', ...creation });
  const [kind, setKind] = useState<'news' | 'banner'>('news');
  const [isTried, setTried] = useState(false);
  const fields =
    creation.type === 'project' ? (['projectId', 'spaceId'] as const) : ([`${creation.type}Id`] as const);
  const faultOf = useFaults(creation, ids, kind);
  const work = useMutation({
    mutationFn: () =>
      sendRequest(creation.type === 'instance' ? instancePath({ ...ids, kind }) : spacePath(ids), {
        method: 'PUT',
      }),
    async onSuccess() {
      await client.invalidateQueries();
      notifications.show({ message: texts.created(ids[`${creation.type}Id`]) });
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.every((name) => faultOf(name) === undefined)) work.mutate();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {creation.type === 'instance' && <AppChoice value={kind} onChange={setKind} />}
        {fields.map((name, at) => (
          <TextInput
            key={name}
            label={texts.form[name]}
            description={texts.form.idHint}
            value={ids[name]}
            onChange={({ currentTarget }) => setIds({ ...ids, [name]: currentTarget.value })}
            error={isTried && faultOf(name)}
            autoCapitalize="none"
            spellCheck={false}
            required
            data-autofocus={at === 0 || undefined}
          />
        ))}
        {work.error && <ErrorAlert error={work.error} />}
        <Button type="submit" loading={work.isPending}>
          {texts.form.create}
        </Button>
      </Stack>
    </form>
  );
}

/** What is wrong with an ID: it is invalid, or already in use. */
function useFaults(creation: Creation, ids: Ids, kind: 'news' | 'banner') {
  const { form } = useWords().projects;
  const projects = useProjects();
  const spaces = projects.find(({ projectId }) => projectId === ids.projectId)?.spaces;
  const instances = spaces?.find(({ spaceId }) => spaceId === ids.spaceId)?.instances;
  const isTaken = {
    projectId: spaces !== undefined,
    spaceId: creation.type === 'space' && instances !== undefined,
    instanceId: instances?.some((each) => each.app === kind && each.instanceId === ids.instanceId) ?? false,
  };
  return (name: keyof Ids): string | undefined => {
    if (!isId(ids[name])) return form.idWrong;
    return isTaken[name] ? form.taken : undefined;
  };
}

type ChoiceProps = {
  readonly value: 'news' | 'banner';
  readonly onChange: (kind: 'news' | 'banner') => void;
};

function AppChoice({ value, onChange }: ChoiceProps) {
  const texts = useWords().projects;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.form.app}
      </Text>
      <SegmentedControl
        aria-label={texts.form.app}
        value={value}
        onChange={onChange}
        data={[
          { value: 'news', label: texts.apps.news },
          { value: 'banner', label: texts.apps.banner },
        ]}
        fullWidth
      />
    </div>
  );
}

const shape = /^[A-Za-z0-9._~-]{1,128}$/;

/** Whether a text can be an ID. One or two dots alone have another meaning in a path. */
export function isId(text: string): boolean {
  return shape.test(text) && text !== '.' && text !== '..';
}
