// The stored state of the emulated Zoom clients.
import type { SandboxState } from "../../state.ts";

export const devices = ["desktop", "ios", "android"] as const;
export type Device = (typeof devices)[number];

/** The person who uses a client, as named in its URL. */
export const seats = ["host", "co-host", "participant", "guest"] as const;
export type Seat = (typeof seats)[number];

/** A role in the meeting, as `getUserContext` names it. */
export type Role = "host" | "coHost" | "attendee";

/**
 * The person's status at Zoom: no account, an account without the app, or an account that has added
 * the app.
 */
export type UserStatus = "unauthenticated" | "authenticated" | "authorized";

/** The last call to `config`. */
export interface ClientConfig {
  capabilities: string[];
  /**
   * The person's role and status at that time. After a change, the app must call `config` again.
   */
  role: Role;
  status: UserStatus;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

/** The reason why the app opened. The app context contains it for five minutes. */
export interface Opening {
  invitation?: string;
  action?: string;
  /** Milliseconds since the Unix epoch. */
  until: number;
}

/** A question that a client asks its user. */
export type Prompt =
  | { kind: "consent"; codeChallenge: string; state?: string }
  | { kind: "add-app" }
  | { kind: "sign-in" }
  | { kind: "invite"; heading: string; button: string; invitation: InvitationText }
  | ({ kind: "invitation"; uuid: string; from: string } & InvitationText);

export interface InvitationText {
  text: string;
  open: string;
  ignore: string;
}

/** One person's Zoom client in one meeting. */
export interface Client {
  /** Hexadecimal, because it is also a host name. */
  id: string;
  meetingId: number;
  device: Device;
  /** The Zoom user, or "" if nobody is signed in. */
  zoomId: string;
  name: string;
  /** The address that opened the client. */
  email: string;
  guest: boolean;
  /** The participant in the current or the last instance of the meeting. */
  participantUuid: string;
  role: Role;
  breakoutRoom: { uuid: string; name: string } | null;
  appOpen: boolean;
  opening: Opening | null;
  config: ClientConfig | null;
  prompt: Prompt | null;
  /** What the app showed with `showNotification` or opened with `openUrl`. */
  notice: { text: string; url?: string } | null;
}

/** Whether a person has added the app, and granted the access that it requests. */
export interface Installation {
  userId: string;
  added: boolean;
  consented: boolean;
}

/** A link that opens the app in Zoom. */
export interface Deeplink {
  action: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
}

export type ClientStore = ReturnType<typeof openClientStore>;

export function openClientStore(state: SandboxState) {
  return {
    clients: state.collection<Client>("zoom.clients"),
    installations: state.collection<Installation>("zoom.installations"),
    deeplinks: state.collection<Deeplink>("zoom.deeplinks"),
  };
}
