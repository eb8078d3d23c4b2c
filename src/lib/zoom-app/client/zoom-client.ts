/**
 * Zoom's client, in which the app runs. Nothing that it reports is trusted, except for contexts, which
 * the server decrypts.
 */
import type { ZoomSdk } from "./zoom-sdk.ts";

/** The capabilities that the app uses. Clients on phones support fewer of them. */
const capabilities = [
  "getRunningContext",
  "getAppContext",
  "getUserContext",
  "getMeetingUUID",
  "getMeetingContext",
  "sendAppInvitationToAllParticipants",
  "promptAuthorize",
  "openUrl",
  "onMyUserContextChange",
  "onRunningContextChange",
] as const;

type Capability = (typeof capabilities)[number];

/** The client discards a configuration after a few hours. */
const configureEveryMs = 2 * 60 * 60_000;
const popoutSize = { width: 480, height: 720 };

/** Why the app can't run here: it isn't in Zoom's client, or the client doesn't respond. */
export class ZoomClientError extends Error {
  readonly kind: "outside" | "silent";

  constructor(kind: "outside" | "silent", cause: unknown) {
    super(`Zoom's client is ${kind}`, { cause });
    this.name = "ZoomClientError";
    this.kind = kind;
  }
}

export interface ZoomClient {
  /** Whether the app is open in a meeting rather than in the client's main window. */
  isInMeeting(): boolean;
  supports(capability: Capability): boolean;
  /** A new context. */
  getContext(): Promise<string>;
  /** The UUIDs of the meeting and, in a breakout room, of its main meeting. */
  listMeetingUuids(): Promise<string[]>;
  /** Undefined unless the user is the meeting's host or a co-host. */
  findMeetingNumber(): Promise<string | undefined>;
  inviteEveryone(): Promise<void>;
  /** Asks the user to sign in to Zoom, or to add the app. */
  askToAuthorize(): Promise<void>;
  openUrl(url: string): void;
}

/**
 * @param onChange called when the user's role or the app's location has changed.
 * @throws ZoomClientError.
 */
export async function connectToZoom(onChange: () => void): Promise<ZoomClient> {
  const { zoomSdk: sdk } = await loadSdk();
  let config = await configure(sdk);
  const supports = (capability: Capability) => !config.unsupportedApis.includes(capability);
  const isInMeeting = () => config.runningContext === "inMeeting";
  const configureAgain = async () => {
    config = await configure(sdk);
    onChange();
  };
  // A client that is gone can't be configured. The next call reports the error.
  const reconfigure = () => void configureAgain().catch(onChange);
  if (supports("onMyUserContextChange")) sdk.onMyUserContextChange(reconfigure);
  if (supports("onRunningContextChange")) sdk.onRunningContextChange(reconfigure);
  setInterval(reconfigure, configureEveryMs);

  return {
    isInMeeting,
    supports,
    async getContext() {
      return (await sdk.getAppContext()).context;
    },
    async listMeetingUuids() {
      if (!isInMeeting() || !supports("getMeetingUUID")) return [];
      const { meetingUUID, parentUUID } = await sdk.getMeetingUUID();
      return [meetingUUID, ...(parentUUID ? [parentUUID] : [])];
    },
    async findMeetingNumber() {
      if (!isInMeeting() || !supports("getMeetingContext")) return undefined;
      // The client rejects this call for everyone else.
      const { role } = await sdk.getUserContext();
      if (role !== "host" && role !== "coHost") return undefined;
      return (await sdk.getMeetingContext()).meetingID;
    },
    async inviteEveryone() {
      await sdk.sendAppInvitationToAllParticipants();
    },
    async askToAuthorize() {
      await sdk.promptAuthorize();
    },
    openUrl(url) {
      if (supports("openUrl")) void sdk.openUrl({ url });
      else open(url, "_blank", "noopener");
    },
  };
}

/**
 * The SDK reports every unknown method as an error, even the `then` of a promise's value, so the
 * SDK stays wrapped in an object.
 */
async function loadSdk(): Promise<{ zoomSdk: ZoomSdk }> {
  try {
    return await import("./zoom-sdk.ts");
  } catch (error) {
    if (isOutside(error)) throw new ZoomClientError("outside", error);
    throw error;
  }
}

async function configure(sdk: ZoomSdk) {
  try {
    return await sdk.config({ capabilities: [...capabilities], popoutSize, version: "0.16" });
  } catch (error) {
    throw new ZoomClientError(isOutside(error) ? "outside" : "silent", error);
  }
}

/** The SDK gives no other indication that a page is in an ordinary browser. */
const isOutside = (error: unknown) =>
  error instanceof Error && error.message.includes("not supported by this browser");
