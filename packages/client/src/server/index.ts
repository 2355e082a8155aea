export { type RelayOptions, relayEvents } from './relayEvents.ts';
export { verifyWebhook, type WebhookCall } from './verifyWebhook.ts';
