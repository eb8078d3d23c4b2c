import { randomBytes, randomInt } from "node:crypto";
import type { SandboxState } from "../state.ts";

/** Somebody with a Zoom account; here every person is an account of their own. */
export interface ZoomUser {
  id: string;
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
  timezone: string;
  createdAt: string;
}

/** What Allow gave out and a token request takes, once. */
export interface AuthorizationCode {
  userId: string;
  redirectUri: string;
  challenge?: { value: string; method: "plain" | "S256" };
  expiresAt: number;
}

/** An access or a refresh token. All tokens of one Allow share a grant and end with it. */
export interface Token {
  id: string;
  grant: string;
  userId: string;
  expiresAt: number;
}

export interface Participant {
  uuid: string;
  /** Number of this person in this meeting. */
  userId: string;
  /** The Zoom user, or "" for a guest. */
  zoomId: string;
  name: string;
  email: string;
  /** Guests wait until the host is there. */
  state: "waiting" | "in" | "left";
}

export interface Meeting {
  id: number;
  uuid: string;
  hostId: string;
  topic: string;
  agenda: string;
  type: 1 | 2;
  /** `2026-01-31T10:00:00Z`. */
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
  /** When the running instance began. */
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
    /** The person behind the address, signed up on the spot when new. */
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

/** 22 characters, as Zoom's user and account ids. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** A meeting instance's id; it may hold `/` and `=`, as Zoom's do. */
export function randomUuid(): string {
  return randomBytes(16).toString("base64");
}

/** 11 digits, and not the personal kind. */
export function randomMeetingId(): number {
  return randomInt(80_000_000_000, 90_000_000_000);
}

/** Zoom writes instants to the second: `2026-01-31T10:00:00Z`. */
export function zoomTime(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
