/**
 * A minimal in-memory meeting service that shares nothing with Zoom, as an example of a second
 * service.
 */
import { randomUUID } from "node:crypto";
import {
  type MeetingNotification,
  type MeetingPlan,
  type MeetingProvider,
  MeetingProviderError,
  type ProviderMeeting,
} from "#server/providers/meetings/meeting-provider.ts";

export const secondService = { id: "circle-call", name: "Circle Call" };

interface Room extends MeetingPlan {
  requestId: string;
}

export interface SecondMeetingService {
  provider: MeetingProvider;
  /** The rooms that exist at the service, by their IDs. */
  rooms: Map<string, Room>;
  /** The account that everyone connects. */
  accountId: string;
  /** Tokens that were revoked. */
  revoked: string[];
  /** Makes every call fail with this error until it is reset to undefined. */
  failure: MeetingProviderError | undefined;
  /** Creates a signed notification. */
  notify(notification: MeetingNotification): { body: string; headers: Record<string, string> };
}

export function createSecondMeetingService(): SecondMeetingService {
  const service: SecondMeetingService = {
    rooms: new Map(),
    accountId: randomUUID(),
    revoked: [],
    failure: undefined,
    notify: (notification) => ({
      body: JSON.stringify({ kind: "circle-call/1", notification }),
      headers: { "x-circle-signature": "genuine" },
    }),
    provider: undefined as never,
  };
  let issued = 0;
  const answer = () => {
    if (service.failure) throw service.failure;
  };
  const tokens = () => {
    issued += 1;
    return {
      accessToken: `access-${issued}`,
      refreshToken: `refresh-${issued}`,
      expiresAt: new Date(Date.now() + 3_600_000),
      scope: "rooms",
    };
  };
  const find = (id: string): Room => {
    const room = service.rooms.get(id);
    if (!room) throw new MeetingProviderError("not_found", "No such room");
    return room;
  };
  const show = (id: string): ProviderMeeting => ({
    ...find(id),
    id,
    instanceId: id,
    joinUrl: `https://circle.test/in/${id}`,
    startUrl: `https://circle.test/host/${id}`,
  });
  service.provider = {
    ...secondService,
    within: () => service.provider,
    authorizeUrl: (state) => `https://circle.test/allow?state=${encodeURIComponent(state)}`,
    async connect(code) {
      answer();
      if (code !== "allowed") throw new MeetingProviderError("rejected", "Unknown code");
      return {
        tokens: tokens(),
        account: { id: service.accountId, organizationId: null, name: null },
      };
    },
    async refresh() {
      answer();
      return tokens();
    },
    async revoke(token) {
      answer();
      service.revoked.push(token);
    },
    async createMeeting(_token, requestId, plan) {
      answer();
      const id = `room/${randomUUID()}`;
      service.rooms.set(id, { ...plan, requestId });
      return show(id);
    },
    async findMeetings(_token, requestId) {
      answer();
      return [...service.rooms]
        .filter(([, room]) => room.requestId === requestId)
        .map(([id]) => id);
    },
    async getMeeting(_token, id) {
      answer();
      return show(id);
    },
    async updateMeeting(_token, id, changes) {
      answer();
      service.rooms.set(id, { ...find(id), ...changes });
    },
    async deleteMeeting(_token, id) {
      answer();
      find(id);
      service.rooms.delete(id);
    },
    verifyNotification: async (_body, headers) => headers.get("x-circle-signature") === "genuine",
    readNotification(body) {
      const { kind, notification } = body as { kind?: string; notification: MeetingNotification };
      if (kind !== "circle-call/1") return undefined;
      const at = "at" in notification ? { at: new Date(notification.at) } : {};
      return { type: notification.about, notification: { ...notification, ...at } };
    },
  };
  return service;
}
