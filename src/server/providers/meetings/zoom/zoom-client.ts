import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { MeetingPlan, MeetingTokens, ProviderMeeting } from "../meeting-provider.ts";
import { canonicalUuid } from "./meeting-uuid.ts";
import {
  deepLinkSchema,
  meetingListSchema,
  meetingSchema,
  tokensSchema,
  userSchema,
} from "./schemas.ts";
import { send, type ZoomRequest } from "./transport.ts";

export interface ZoomUser {
  id: string;
  accountId: string;
  email: string;
  displayName: string;
}

export interface ZoomMeetingInput extends MeetingPlan {
  /** Zoom shows the first 250 characters in lists. */
  agenda?: string;
}

export interface ZoomMeeting extends ProviderMeeting {
  /** 10 or 11 digits. */
  id: string;
  /** As Zoom spells it. */
  uuid: string;
  timeZone: string;
  password: string;
  status: string | undefined;
}

/** A client for Zoom's API. Every method throws only errors of the class ZoomError. */
export interface ZoomClient {
  /** Returns the same client with calls that are aborted by the signal. */
  within(deadline: AbortSignal): ZoomClient;
  /** The URL where the teacher grants access in the browser. */
  authorizeUrl(state: string, verifier: string): string;
  exchangeCode(code: string, verifier: string): Promise<MeetingTokens>;
  /** Gets new tokens. The refresh token can't be used again, even if the response is lost. */
  refresh(refreshToken: string): Promise<MeetingTokens>;
  /** Revokes the access that the token belongs to. */
  revoke(token: string): Promise<void>;
  me(accessToken: string): Promise<ZoomUser>;
  /** Not idempotent: after an `unavailable` error, the meeting may exist. */
  createMeeting(accessToken: string, input: ZoomMeetingInput): Promise<ZoomMeeting>;
  /** The IDs of the person's meetings whose agenda contains this text, oldest first. */
  findMeetings(accessToken: string, inAgenda: string): Promise<string[]>;
  /** The result includes a new `startUrl`. */
  getMeeting(accessToken: string, id: string): Promise<ZoomMeeting>;
  /** Changes only the given fields. */
  updateMeeting(accessToken: string, id: string, input: Partial<ZoomMeetingInput>): Promise<void>;
  deleteMeeting(accessToken: string, id: string): Promise<void>;
  /** A link that opens the app in Zoom's client with this action. */
  createDeepLink(accessToken: string, action: string): Promise<string>;
}

export interface ZoomClientOptions {
  /** Origins without a path, such as `https://zoom.us` and `https://api.zoom.us`. */
  oauthBase: string;
  apiBase: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Timeout in milliseconds for one call, including its body. Default: 8 s. */
  timeoutMs?: number;
}

/** The type of deep links that open the app in the meeting, if the person is in one. */
const openInMeeting = 1;

export function createZoomClient(options: ZoomClientOptions, deadline?: AbortSignal): ZoomClient {
  const { oauthBase, apiBase, clientId, clientSecret, redirectUri, timeoutMs = 8_000 } = options;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;

  const patience = () =>
    AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(deadline ? [deadline] : [])]);

  function oauth<T extends z.ZodMiniType>(path: string, form: Record<string, string>, schema: T) {
    const url = new URL(path, oauthBase).href;
    return send({ method: "POST", url, authorization: basic, form }, schema, patience());
  }

  function api<T extends z.ZodMiniType>(
    accessToken: string,
    method: ZoomRequest["method"],
    path: string,
    schema: T,
    json?: unknown,
  ) {
    const url = new URL(path, apiBase).href;
    return send({ method, url, authorization: `Bearer ${accessToken}`, json }, schema, patience());
  }

  const meetingPath = (id: string) => `/v2/meetings/${encodeURIComponent(id)}`;

  return {
    within: (signal) => createZoomClient(options, signal),
    authorizeUrl(state, verifier) {
      const url = new URL("/oauth/authorize", oauthBase);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        // Without this parameter, Zoom compares the challenge itself with the verifier.
        code_challenge_method: "S256",
      }).toString();
      return url.href;
    },
    async exchangeCode(code, verifier) {
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      };
      return tokensOf(await oauth("/oauth/token", form, tokensSchema));
    },
    async refresh(refreshToken) {
      const form = { grant_type: "refresh_token", refresh_token: refreshToken };
      return tokensOf(await oauth("/oauth/token", form, tokensSchema));
    },
    async revoke(token) {
      await oauth("/oauth/revoke", { token }, z.unknown());
    },
    async me(accessToken) {
      const user = await api(accessToken, "GET", "/v2/users/me", userSchema);
      return {
        id: user.id,
        accountId: user.account_id,
        email: user.email,
        displayName: user.display_name,
      };
    },
    async createMeeting(accessToken, input) {
      const body = { type: 2, ...meetingBody(input) };
      return meetingOf(
        await api(accessToken, "POST", "/v2/users/me/meetings", meetingSchema, body),
      );
    },
    async findMeetings(accessToken, inAgenda) {
      const found: z.output<typeof meetingListSchema>["meetings"] = [];
      let pageToken = "";
      do {
        const query = new URLSearchParams({ type: "scheduled", page_size: "300" });
        if (pageToken) query.set("next_page_token", pageToken);
        const path = `/v2/users/me/meetings?${query}`;
        const page = await api(accessToken, "GET", path, meetingListSchema);
        found.push(...page.meetings.filter(({ agenda }) => agenda.includes(inAgenda)));
        pageToken = page.next_page_token;
      } while (pageToken);
      return found
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
        .map((each) => String(each.id));
    },
    async getMeeting(accessToken, id) {
      return meetingOf(await api(accessToken, "GET", meetingPath(id), meetingSchema));
    },
    async updateMeeting(accessToken, id, input) {
      await api(accessToken, "PATCH", meetingPath(id), z.unknown(), meetingBody(input));
    },
    async deleteMeeting(accessToken, id) {
      await api(accessToken, "DELETE", meetingPath(id), z.unknown());
    },
    async createDeepLink(accessToken, action) {
      const body = { type: openInMeeting, action };
      return (await api(accessToken, "POST", "/v2/zoomapp/deeplink", deepLinkSchema, body))
        .deeplink;
    },
  };
}

function tokensOf(answer: z.output<typeof tokensSchema>): MeetingTokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: new Date(Date.now() + answer.expires_in * 1000),
    scope: answer.scope,
  };
}

function meetingOf(answer: z.output<typeof meetingSchema>): ZoomMeeting {
  return {
    id: String(answer.id),
    uuid: answer.uuid,
    instanceId: canonicalUuid(answer.uuid),
    topic: answer.topic,
    startTime: answer.start_time === undefined ? undefined : new Date(answer.start_time),
    durationMinutes: answer.duration,
    timeZone: answer.timezone,
    joinUrl: answer.join_url,
    startUrl: answer.start_url,
    password: answer.password,
    status: answer.status,
  };
}

/**
 * Undefined fields are omitted from the JSON, and Zoom doesn't change fields that a PATCH omits.
 */
function meetingBody(input: Partial<ZoomMeetingInput>) {
  return {
    topic: input.topic,
    // With `Z`, Zoom reads the time as UTC and uses `timezone` only for display.
    start_time: input.startTime && `${input.startTime.toISOString().slice(0, 19)}Z`,
    duration: input.durationMinutes,
    timezone: input.timeZone,
    agenda: input.agenda,
    settings: input.settings,
  };
}
