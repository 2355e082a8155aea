import { relayEvents } from '@newsstand/client/server';
import { client, instance } from '../../../newsstand';

/** Tells open pages what has changed. They need no key: this server has it. */
export const GET = relayEvents(client, { instances: instance });
