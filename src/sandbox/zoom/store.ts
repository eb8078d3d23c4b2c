import { randomBytes, randomInt } from "node:crypto";
import { capitalize } from "#lib/text/capitalize.ts";
import type { SandboxState } from "../state.ts";

/** A person with a Zoom account. In the sandbox, every person has an account of their own. */
export interface ZoomUser {
  id: string;
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  timezone: string;
  createdAt: string;
}

/**
 * The authorization code that is issued when the user clicks Allow. A token request can use it
 * once.
 */
export interface AuthorizationCode {
  userId: string;
  redirectUri: string;
  challenge?: { value: string; method: "plain" | "S256" };
  expiresAt: number;
}

/**
 * An access or refresh token. All tokens of one authorization share a grant and are revoked
 * together.
 */
export interface Token {
  id: string;
  grant: string;
  userId: string;
  expiresAt: number;
}

export interface Participant {
  uuid: string;
  /** The ID of this participant in this meeting. */
  userId: string;
  /** The Zoom user, or "" for a guest. */
  zoomId: string;
  name: string;
  email: string;
  /** Guests wait until the host arrives. */
  state: "waiting" | "in" | "left";
}

export interface Meeting {
  id: number;
  uuid: string;
  hostId: string;
  topic: string;
  agenda: string;
  type: 1 | 2;
  /** UTC, such as `2026-01-31T10:00:00Z`. */
  startTime: string;
  /** Minutes. */
  duration: number;
  timezone: string;
  createdAt: string;
  password: string;
  encryptedPassword: string;
  settings: Record<string, unknown>;
  preSchedule: boolean;
  status: "waiting" | "started";
  /** When the current instance started. */
  startedAt: string | null;
  participants: Participant[];
}

export type ZoomStore = ReturnType<typeof openStore>;

export function openStore(state: SandboxState) {
  const users = state.collection<ZoomUser>("zoom.users");
  return {
    users,
    codes: state.collection<AuthorizationCode>("zoom.codes"),
    accessTokens: state.collection<Token>("zoom.accessTokens"),
    refreshTokens: state.collection<Token>("zoom.refreshTokens"),
    meetings: state.collection<Meeting>("zoom.meetings"),
    transaction: state.transaction,
    /** Finds the user with this address, or creates one. */
    userByEmail(email: string): ZoomUser {
      const address = email.trim().toLowerCase();
      const known = users.list({ email: address })[0];
      if (known) return known;
      const [firstName = "", ...rest] = address
        .split("@", 1)
        .join("")
        .split(/[._+-]+/);
      const user: ZoomUser = {
        id: randomId(),
        accountId: randomId(),
        email: address,
        firstName: capitalize(firstName),
        lastName: rest.map(capitalize).join(" "),
        timezone: "UTC",
        createdAt: zoomTime(new Date()),
      };
      return users.put(user.id, user);
    },
  };
}

/** 22 characters, like Zoom's user and account IDs. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** The ID of a meeting instance. It may contain `/` and `=`, like Zoom's. */
export function randomUuid(): string {
  return randomBytes(16).toString("base64");
}

/** 11 digits, like the IDs of scheduled meetings but unlike those of personal ones. */
export function randomMeetingId(): number {
  return randomInt(80_000_000_000, 90_000_000_000);
}

/** Zoom's format for times, in UTC with seconds: `2026-01-31T10:00:00Z`. */
export function zoomTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
