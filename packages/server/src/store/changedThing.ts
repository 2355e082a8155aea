import { appKinds, kindNames } from '@newsstand/contract/plain';
import { z } from 'zod';
import type { Instance, RecordKey, Space } from './Store.ts';

/** What a row of the change log refers to. */
export type ChangedThing =
  | { readonly type: 'record'; readonly key: RecordKey }
  | { readonly type: 'space'; readonly space: Space }
  | { readonly type: 'instance'; readonly instance: Instance }
  | { readonly type: 'credential'; readonly key: string };

const text = z.string();
const row = z.union([
  z.tuple([z.literal('record'), z.enum(kindNames), text, text, text.nullable(), text]),
  z.tuple([z.literal('space'), text, text]),
  z.tuple([z.literal('instance'), z.enum(appKinds), text, text, text]),
  z.tuple([z.literal('credential'), text]),
]);

/** A thing as text: the same thing always gives the same text. */
export function encodeThing(thing: ChangedThing): string {
  return JSON.stringify(thingRow(thing));
}

function thingRow(thing: ChangedThing): z.infer<typeof row> {
  switch (thing.type) {
    case 'record': {
      const { kind, projectId, spaceId, instanceId = null, id } = thing.key;
      return ['record', kind, projectId, spaceId, instanceId, id];
    }
    case 'space':
      return ['space', thing.space.projectId, thing.space.spaceId];
    case 'instance': {
      const { app, projectId, spaceId, instanceId } = thing.instance;
      return ['instance', app, projectId, spaceId, instanceId];
    }
    case 'credential':
      return ['credential', thing.key];
  }
}

/** Reads what `encodeThing` wrote. */
export function decodeThing(encoded: string): ChangedThing {
  const parts = row.parse(JSON.parse(encoded));
  switch (parts[0]) {
    case 'record': {
      const [, kind, projectId, spaceId, instanceId, id] = parts;
      const scope = { kind, projectId, spaceId };
      return { type: 'record', key: instanceId === null ? { ...scope, id } : { ...scope, instanceId, id } };
    }
    case 'space':
      return { type: 'space', space: { projectId: parts[1], spaceId: parts[2] } };
    case 'instance': {
      const [, app, projectId, spaceId, instanceId] = parts;
      return { type: 'instance', instance: { app, projectId, spaceId, instanceId } };
    }
    case 'credential':
      return { type: 'credential', key: parts[1] };
  }
}
