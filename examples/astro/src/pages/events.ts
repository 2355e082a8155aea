import { relayEvents } from '@newsstand/client/server';
import type { APIRoute } from 'astro';
import { client, instance } from '../newsstand';

export const prerender = false;

const relay = relayEvents(client, { kinds: 'news', instances: instance });

/** Passes events on to browsers, which have no key. */
export const GET: APIRoute = ({ request }) => relay(request);
