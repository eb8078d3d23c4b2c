/** Zoom as a meeting service. */
import { callbackPath, zoom as service } from "#lib/meetings/meeting-services.ts";
import { site } from "#lib/site/site.ts";
import type { Config } from "../../../config/config.ts";
import type { MeetingProvider } from "../meeting-provider.ts";
import { readZoomEvent } from "./notifications.ts";
import { verifyWebhook } from "./webhook.ts";
import { createZoomClient, type ZoomClient } from "./zoom-client.ts";

export function createZoomProvider({ zoom, appUrl }: Pick<Config, "zoom" | "appUrl">) {
  const redirectUri = `${appUrl}${callbackPath(service)}`;
  return toProvider(createZoomClient({ ...zoom, redirectUri }), zoom.webhookSecret);
}

function toProvider(client: ZoomClient, webhookSecret: string): MeetingProvider {
  return {
    ...service,
    within: (deadline) => toProvider(client.within(deadline), webhookSecret),
    authorizeUrl: client.authorizeUrl,
    async connect(code, verifier) {
      const tokens = await client.exchangeCode(code, verifier);
      const { id, accountId, email, displayName } = await client.me(tokens.accessToken);
      const name = email || displayName || null;
      return { tokens, account: { id, organizationId: accountId, name } };
    },
    refresh: client.refresh,
    revoke: client.revoke,
    createMeeting: (accessToken, requestId, plan) =>
      client.createMeeting(accessToken, { ...plan, agenda: agendaOf(requestId) }),
    findMeetings: (accessToken, requestId) => client.findMeetings(accessToken, mark(requestId)),
    getMeeting: client.getMeeting,
    updateMeeting: (accessToken, id, changes) => client.updateMeeting(accessToken, id, changes),
    deleteMeeting: client.deleteMeeting,
    createAppLink: client.createDeepLink,
    verifyNotification: (rawBody, headers, now) =>
      verifyWebhook(rawBody, headers, webhookSecret, now),
    readNotification: (body, now) => readZoomEvent(body, { now, webhookSecret }),
  };
}

/**
 * Zoom has no idempotency keys, so the agenda contains the request's ID, so that the meeting can be
 * found.
 */
const mark = (requestId: string) => `(${requestId})`;
const agendaOf = (requestId: string) => `Scheduled with ${site.name} ${mark(requestId)}`;
