/**
 * What the product needs of a video-meeting service. Each service has a folder beside this file
 * that implements `MeetingProvider`, and an entry in `meeting-providers.ts`. Nothing outside that
 * folder knows the service's API, its fields or its error codes.
 */
import type { MeetingSettings } from "#lib/meetings/meetings.ts";

/**
 * `unavailable`: no answer in time, a failure of the service, a limit, or an answer that can't be
 * read; the outcome of a write is unknown. `revoked`: the teacher removed the access, or it has
 * expired. `rejected`: the service refuses the request. `not_found`: what it names doesn't exist.
 */
export type MeetingProviderErrorKind = "unavailable" | "revoked" | "rejected" | "not_found";

/** What calls to a meeting service throw. Neither message nor cause holds a token or a secret. */
export class MeetingProviderError extends Error {
  readonly kind: MeetingProviderErrorKind;
  /** Seconds to wait, if the service said so. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: MeetingProviderErrorKind,
    message: string,
    { retryAfter, cause }: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "MeetingProviderError";
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export interface MeetingTokens {
  accessToken: string;
  /** Valid for one refresh, which returns the next one. */
  refreshToken: string;
  /** When the access token expires. */
  expiresAt: Date;
  /** What the teacher allowed, as the service names it. */
  scope: string;
}

/** A teacher's account at the service. */
export interface MeetingAccount {
  id: string;
  /** The organization that the account belongs to, where the service has them. */
  organizationId: string | null;
}

export interface MeetingPlan {
  /** At most 200 characters. */
  topic: string;
  startTime: Date;
  durationMinutes: number;
  /** IANA zone in which the service shows the time to the host. */
  timeZone: string;
  settings: MeetingSettings;
}

/** A meeting as the service has it. */
export interface ProviderMeeting {
  id: string;
  topic: string;
  /** Undefined if the service says nothing about it. The service may round to seconds. */
  startTime: Date | undefined;
  durationMinutes: number | undefined;
  joinUrl: string;
  /** Opens the meeting as its host for a short time: pass it on at once, never store it. */
  startUrl: string;
}

/** What a notification says. Notifications may arrive late, twice and in any order. */
export type MeetingNotification =
  | { about: "start" | "end"; meetingId: string; at: Date }
  /** A hint only: ask the service for the meeting's state. `hostId` is the account that owns it. */
  | { about: "change" | "deletion"; meetingId: string; hostId: string | undefined }
  /** The teacher removed the access at the service, at this time. */
  | { about: "revocation"; accountId: string; at: Date }
  /** The service checks our address, and expects this JSON at once. */
  | { about: "address check"; answer: object }
  /** Nothing that the product uses. */
  | { about: "other" };

export interface ReceivedNotification {
  /** The service's name of the event, for the record. */
  type: string;
  notification: MeetingNotification;
}

/** Every call throws a `MeetingProviderError` and nothing else. */
export interface MeetingProvider {
  /** Stored with connections and meetings, and part of API paths: `/api/<id>`. Never changes. */
  readonly id: string;
  /** The name that people read. */
  readonly name: string;
  /** The same service, with calls that end when the signal aborts. */
  within(deadline: AbortSignal): MeetingProvider;

  /** The address at which the teacher allows access, in the browser. */
  authorizeUrl(state: string): string;
  /** Completes the authorization with the code that the browser brought back. */
  connect(code: string): Promise<{ tokens: MeetingTokens; account: MeetingAccount }>;
  /** Uses the refresh token up, even if the answer gets lost. */
  refresh(refreshToken: string): Promise<MeetingTokens>;
  /** Ends the access that the token belongs to. */
  revoke(token: string): Promise<void>;

  /**
   * Creates a meeting that `findMeetings` finds by the request's ID. Not idempotent: after
   * `unavailable` the meeting may exist.
   */
  createMeeting(
    accessToken: string,
    requestId: string,
    plan: MeetingPlan,
  ): Promise<ProviderMeeting>;
  /** The IDs of the meetings that were created for this request, oldest first. */
  findMeetings(accessToken: string, requestId: string): Promise<string[]>;
  /** Includes a fresh `startUrl`. */
  getMeeting(accessToken: string, id: string): Promise<ProviderMeeting>;
  /** Changes only what is given. */
  updateMeeting(accessToken: string, id: string, changes: Partial<MeetingPlan>): Promise<void>;
  deleteMeeting(accessToken: string, id: string): Promise<void>;

  /** Whether the service sent exactly these bytes, and recently. */
  verifyNotification(rawBody: Uint8Array, headers: Headers, now: Date): boolean | Promise<boolean>;
  /** Undefined if the body isn't a notification of this service. */
  readNotification(body: unknown, now: Date): ReceivedNotification | undefined;
}
