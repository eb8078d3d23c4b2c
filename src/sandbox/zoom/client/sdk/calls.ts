// What the client does when the app calls the SDK.
import * as z from "zod/mini";
import { site } from "#lib/site/site.ts";
import { randomUuid } from "../../store.ts";
import type { Client, InvitationText } from "../client-store.ts";
import type { Clients } from "../clients.ts";
import type { PageChannel } from "../page/page-channel.ts";
import { type Prompts, plainInvitation } from "../prompts.ts";
import { findRefusal, listSupported } from "./apis.ts";
import { signContext } from "./app-context.ts";
import { clientVersions } from "./client-versions.ts";
import { notSupported, SdkError } from "./sdk-error.ts";

export type Answer = { result: unknown } | { errorCode: string; errorMessage: string };

const MAX_INVITED = 10;
const MAX_MESSAGE_BYTES = 1024;
const SUCCESS = "Success";

const configSchema = z.object({ js_api_lists: z._default(z.array(z.string()), []) });
const invitationSchema = z.object({
  user_UUID_list: z._default(z.array(z.string()), []),
  messageText: z.optional(z.string()),
  primaryButtonText: z.optional(z.string()),
  secondaryButtonText: z.optional(z.string()),
});
const dialogSchema = z.object({
  dialogHeading: z.optional(z.string()),
  dialogButtonText: z.optional(z.string()),
  messageText: z.optional(z.string()),
  primaryButtonText: z.optional(z.string()),
  secondaryButtonText: z.optional(z.string()),
});
const authorizeSchema = z.object({
  codeChallenge: z.string().check(z.minLength(1)),
  state: z.optional(z.string()),
});
const notificationSchema = z.object({ title: z.string(), message: z.string() });
const messageSchema = z.object({ payload: z.record(z.string(), z.unknown()) });
const urlSchema = z.object({ url: z.string() });

interface CallsDeps {
  app: { clientId: string; clientSecret: string };
  /** The hosts in the app's settings. */
  allowedHosts: readonly string[];
  baseUrl: string;
  clients: Clients;
  prompts: Prompts;
  channel: PageChannel;
}

export function createCalls({ app, allowedHosts, baseUrl, clients, prompts, channel }: CallsDeps) {
  const handlers: Record<string, (client: Client, data: unknown) => unknown> = {
    getRunningContext: () => "inMeeting",

    getSupportedJsApis: (client) => ({ supportedApis: listSupported(clients.viewerOf(client)) }),

    getMeetingContext(client) {
      const { meeting } = clients.roomOf(client.meetingId);
      return { meetingTopic: meeting.topic, meetingID: String(meeting.id) };
    },

    getMeetingUUID(client) {
      const { meeting } = clients.roomOf(client.meetingId);
      if (!client.breakoutRoom) return { meetingUUID: meeting.uuid };
      return { meetingUUID: client.breakoutRoom.uuid, parentUUID: meeting.uuid };
    },

    getMeetingJoinUrl(client) {
      const { meeting } = clients.roomOf(client.meetingId);
      return { joinUrl: `${baseUrl}/j/${meeting.id}?pwd=${meeting.encryptedPassword}` };
    },

    getMeetingParticipants(client) {
      const room = clients.roomOf(client.meetingId);
      const participants = clients.listPeopleWith(client).map((each) => ({
        screenName: each.name,
        participantId: each.userId,
        participantUUID: each.uuid,
        role: clients.roleOf(each, room),
      }));
      return { participants };
    },

    getUserContext(client) {
      const { meeting } = clients.roomOf(client.meetingId);
      const own = meeting.participants.find(({ uuid }) => uuid === client.participantUuid);
      return {
        screenName: client.name,
        participantId: own?.userId ?? "",
        participantUUID: client.participantUuid,
        role: client.role,
        status: clients.statusOf(client),
      };
    },

    getAppContext: (client) => ({ context: signContext(clients.claimsOf(client), app) }),

    authorize(client, data) {
      prompts.authorize(client, read(authorizeSchema, data));
      return SUCCESS;
    },

    promptAuthorize(client) {
      prompts.promptAuthorize(client);
      return SUCCESS;
    },

    sendAppInvitation(client, data) {
      const { user_UUID_list: invited, ...text } = read(invitationSchema, data);
      if (invited.length === 0) throw new SdkError("10026", "Failed to send the app invitation.");
      if (invited.length > MAX_INVITED) {
        throw new SdkError(
          "10028",
          "A maximum of 10 individual invites can be sent at a time. Consider sending to everyone instead!",
        );
      }
      const present = new Set(clients.listPeopleWith(client).map(({ uuid }) => uuid));
      if (!invited.every((uuid) => present.has(uuid))) {
        throw new SdkError("10049", "You haven't access the participant information.");
      }
      return { invitationUUID: prompts.invite(client, invitationOf(text), invited) };
    },

    sendAppInvitationToAllParticipants: (client) => ({
      invitationUUID: prompts.invite(client, plainInvitation),
    }),

    sendAppInvitationToMeetingOwner(client) {
      const { host } = clients.roomOf(client.meetingId);
      const owner = clients.listIn(client.meetingId).find(({ zoomId }) => zoomId === host.id);
      // If the owner isn't in the meeting, the invitation is sent to the owner's chat.
      if (!owner) return { invitationUUID: randomUuid() };
      return { invitationUUID: prompts.invite(client, plainInvitation, [owner.participantUuid]) };
    },

    showAppInvitationDialog(client, data) {
      const options = read(dialogSchema, data);
      if ((options.dialogHeading?.length ?? 0) > 40) {
        throw new SdkError("10257", "DialogHeading is more than 40 characters.");
      }
      if ((options.messageText?.length ?? 0) > 90) {
        throw new SdkError("10258", "MessageText is more than 90 characters.");
      }
      clients.update(client.id, {
        prompt: {
          kind: "invite",
          heading: options.dialogHeading ?? `Invite people to ${site.name}`,
          button: options.dialogButtonText ?? "Invite",
          invitation: invitationOf(options),
        },
      });
      return SUCCESS;
    },

    sendMessage(client, data) {
      const { payload } = read(messageSchema, data);
      if (Buffer.byteLength(JSON.stringify(payload)) > MAX_MESSAGE_BYTES) {
        throw new SdkError("10229", "Message payload too large - exceeds 1Kb");
      }
      for (const each of clients.listIn(client.meetingId)) {
        if (each.id === client.id) continue;
        clients.emit(each, "onMessage", { payload, participantUUID: client.participantUuid });
      }
      return SUCCESS;
    },

    showNotification(client, data) {
      const { title, message } = read(notificationSchema, data);
      clients.update(client.id, { notice: { text: `${title}: ${message}` } });
      return SUCCESS;
    },

    openUrl(client, data) {
      const url = URL.parse(read(urlSchema, data).url);
      if (!url || !["http:", "https:"].includes(url.protocol)) {
        throw new SdkError(
          "10015",
          "Request to open URL failed, please make sure the domain has been whitelisted by the Zoom App.",
        );
      }
      const text = allowedHosts.includes(url.host)
        ? `${site.name} opens a page in your browser.`
        : "Accessing Untrusted Website";
      clients.update(client.id, { notice: { text, url: url.href } });
      return SUCCESS;
    },

    expandApp(client, data) {
      const { action } = read(z.object({ action: z.enum(["expand", "collapse"]) }), data);
      clients.emit(client, "onExpandApp", { action });
      return SUCCESS;
    },

    closeApp(client) {
      clients.update(client.id, { appOpen: false, config: null, opening: null });
      return SUCCESS;
    },
  };

  function configure(client: Client, data: unknown) {
    const { js_api_lists: capabilities } = read(configSchema, data);
    const viewer = clients.viewerOf(client);
    const { role, status } = viewer;
    clients.update(client.id, { config: { capabilities, role, status, at: Date.now() } });
    return {
      runningContext: "inMeeting",
      ...clientVersions[client.device],
      unsupportedApis: capabilities.filter((name) => findRefusal(name, viewer)),
      auth: {
        status: status === "authorized" ? "authorized" : "unauthorized",
        upgradable: status !== "authorized",
      },
      media: { audio: { state: false }, video: { state: false } },
      launchContext: {
        origin: "App Launcher",
        openBy: client.opening?.action === undefined ? "user" : "deeplink",
      },
      product: client.device === "desktop" ? "desktop" : "mobile",
    };
  }

  function execute(client: Client, name: string, data: unknown): unknown {
    if (!client.appOpen || !clients.isInside(client)) throw notSupported();
    if (name === "config") return configure(client, data);
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    const refusal = findRefusal(name, clients.viewerOf(client));
    if (refusal) throw refusal;
    if (!handler || !clients.hasConfigured(client, name)) throw notSupported();
    return handler(client, data);
  }

  return {
    /** Performs the app's call, and returns what the client sends back to the app's frame. */
    call(client: Client, name: string, data: unknown): Answer {
      try {
        const result = execute(client, name, data);
        channel.publish(client.id, { kind: "log", line: `${name} succeeded` });
        return { result };
      } catch (error) {
        if (!(error instanceof SdkError)) throw error;
        channel.publish(client.id, { kind: "log", line: `${name} failed: ${error.message}` });
        return error.body;
      }
    },
  };
}

function invitationOf(text: {
  messageText?: string | undefined;
  primaryButtonText?: string | undefined;
  secondaryButtonText?: string | undefined;
}): InvitationText {
  return {
    text: text.messageText ?? plainInvitation.text,
    open: text.primaryButtonText ?? plainInvitation.open,
    ignore: text.secondaryButtonText ?? plainInvitation.ignore,
  };
}

/** @throws SdkError for options that don't have the documented format. */
function read<T extends z.ZodMiniType>(schema: T, data: unknown): z.output<T> {
  const parsed = schema.safeParse(data ?? {});
  if (parsed.success) return parsed.data;
  throw new SdkError("400", `Invalid parameters. ${z.prettifyError(parsed.error)}`);
}
