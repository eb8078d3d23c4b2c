/**
 * The interface between the product and a video-meeting service. Each service has a folder beside
 * this file that implements `MeetingProvider`, and an entry in `meeting-providers.ts`. Only code in
 * that folder depends on the service's API, fields and error codes.
 */
import type { MeetingSettings } from "#lib/meetings/meetings.rules.ts";

/**
 * - `unavailable`: no response in time, a failure of the service, a rate limit, or an unreadable
 * response; the outcome of a write is unknown.
 * - `revoked`: the teacher revoked access, or it has expired.
 * - `rejected`: the service rejects the request.
 * - `not_found`: the requested object doesn't exist.
 */
export type MeetingProviderErrorKind = "unavailable" | "revoked" | "rejected" | "not_found";

/**
 * The error that calls to a meeting service throw. Neither its message nor its cause contains
 * tokens or secrets.
 */
export class MeetingProviderError extends Error {
  readonly kind: MeetingProviderErrorKind;
  /** Seconds to wait before a retry, if the service specified them. */
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
  /** Can be used for only one refresh, which returns the next token. */
  refreshToken: string;
  expiresAt: Date;
  /** The permissions that the teacher granted, as the service names them. */
  scope: string;
}

/** A teacher's account at the service. */
export interface MeetingAccount {
  id: string;
  /** The organization that the account belongs to; null if the service has none. */
  organizationId: string | null;
  /** What the owner recognizes the account by: its email address; null if the service has none. */
  name: string | null;
}

export interface MeetingPlan {
  /** At most 200 characters. */
  topic: string;
  startTime: Date;
  durationMinutes: number;
  /** The IANA time zone in which the service shows the time to the host. */
  timeZone: string;
  settings: MeetingSettings;
}

/** A meeting as stored at the service. */
export interface ProviderMeeting {
  id: string;
  /** The service's ID of the current or next start of the meeting, in its canonical spelling. */
  instanceId: string;
  topic: string;
  /** Undefined if the service doesn't specify it. The service may round it to seconds. */
  startTime: Date | undefined;
  durationMinutes: number | undefined;
  joinUrl: string;
  /** Opens the meeting as its host for a short time. Pass it on immediately and never store it. */
  startUrl: string;
}

/** A parsed notification. Notifications may arrive late, more than once and in any order. */
export type MeetingNotification =
  | { about: "start" | "end"; meetingId: string; instanceId?: string | undefined; at: Date }
  /**
   * Only a hint: the meeting's state has to be read from the service. `hostId` is the account that
   * owns it.
   */
  | { about: "change" | "deletion"; meetingId: string; hostId: string | undefined }
  /** The teacher revoked access at the service at this time. */
  | { about: "revocation"; accountId: string; at: Date }
  /** The service verifies our endpoint and expects this JSON in the response. */
  | { about: "address check"; answer: object }
  /** Events that the product doesn't use. */
  | { about: "other" };

export interface ReceivedNotification {
  /** The service's name for the event, for our records. */
  type: string;
  notification: MeetingNotification;
}

/** Every method throws only errors of the class `MeetingProviderError`. */
export interface MeetingProvider {
  /**
   * Stored with connections and meetings, and part of API paths (`/api/<id>`), so it must never
   * change.
   */
  readonly id: string;
  /** The name shown to people. */
  readonly name: string;
  /** Returns the same service with calls that are aborted by the signal. */
  within(deadline: AbortSignal): MeetingProvider;

  /**
   * The URL where the teacher grants access in the browser.
   * @param verifier a secret that `connect` repeats, so that only we can use the code (PKCE, RFC 7636).
   */
  authorizeUrl(state: string, verifier: string): string;
  /** Completes the authorization with the code that the browser returned with. */
  connect(
    code: string,
    verifier: string,
  ): Promise<{ tokens: MeetingTokens; account: MeetingAccount }>;
  /** Gets new tokens. The refresh token can't be used again, even if the response is lost. */
  refresh(refreshToken: string): Promise<MeetingTokens>;
  /** Revokes the access that the token belongs to. */
  revoke(token: string): Promise<void>;

  /**
   * Creates a meeting that `findMeetings` can find by the request's ID. Not idempotent: after an
   * `unavailable` error, the meeting may exist.
   */
  createMeeting(
    accessToken: string,
    requestId: string,
    plan: MeetingPlan,
  ): Promise<ProviderMeeting>;
  /** The IDs of the meetings that were created for this request, oldest first. */
  findMeetings(accessToken: string, requestId: string): Promise<string[]>;
  /** The result includes a new `startUrl`. */
  getMeeting(accessToken: string, id: string): Promise<ProviderMeeting>;
  /** Changes only the given fields. */
  updateMeeting(accessToken: string, id: string, changes: Partial<MeetingPlan>): Promise<void>;
  deleteMeeting(accessToken: string, id: string): Promise<void>;
  /**
   * Creates a link that opens our app in the service's client, during a meeting if there is one.
   * Missing if the service has no app of ours.
   * @param action is passed to the app unchanged. Everyone who has the link can read it.
   */
  createAppLink?(accessToken: string, action: string): Promise<string>;

  /** Whether the service recently sent exactly these bytes. */
  verifyNotification(rawBody: Uint8Array, headers: Headers, now: Date): boolean | Promise<boolean>;
  /** Undefined if the body isn't a notification of this service. */
  readNotification(body: unknown, now: Date): ReceivedNotification | undefined;
}
