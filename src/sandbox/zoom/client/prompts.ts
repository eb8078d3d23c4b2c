// The questions that a client asks its user: to invite others, to open the app, to sign in, to
// allow access.
import { randomUuid, type ZoomStore } from "../store.ts";
import { issueCode } from "../tokens.ts";
import type { Client, ClientStore, InvitationText } from "./client-store.ts";
import { type Clients, OPENING_LIVES_MS } from "./clients.ts";

interface PromptsDeps {
  store: ZoomStore;
  clientStore: ClientStore;
  clients: Clients;
  /** The app's registered redirect URL. */
  redirectUri: string;
}

export type Prompts = ReturnType<typeof createPrompts>;

/** The default texts of an invitation. */
export const plainInvitation: InvitationText = {
  text: "",
  open: "Open",
  ignore: "Ignore",
};

export function createPrompts({ store, clientStore, clients, redirectUri }: PromptsDeps) {
  const { installations } = clientStore;

  /** Ends in-client OAuth with a code, or without one if the person declined. */
  function finishAuthorization(
    client: Client,
    { codeChallenge, state }: { codeChallenge: string; state?: string },
    allowed: boolean,
  ): void {
    const code = allowed
      ? issueCode(store, {
          userId: client.zoomId,
          redirectUri,
          challenge: { value: codeChallenge, method: "S256" },
        })
      : "";
    clients.emit(client, "onAuthorized", {
      code,
      redirectUri,
      result: allowed,
      ...(state !== undefined && { state }),
    });
  }

  /** Notifies the app that the person's status has changed. */
  function notifyOfStatus(client: Client): void {
    clients.emit(client, "onMyUserContextChange", { role: client.role, screenName: client.name });
  }

  function hasConsented({ zoomId }: Client): boolean {
    const connected = store.refreshTokens.list({ userId: zoomId }).length > 0;
    return connected || installations.get(zoomId)?.consented === true;
  }

  function record(client: Client): void {
    installations.put(client.zoomId, { userId: client.zoomId, added: true, consented: true });
  }

  return {
    /** Starts in-client OAuth: asks for consent, unless the person has already given it. */
    authorize(client: Client, request: { codeChallenge: string; state?: string }): void {
      if (hasConsented(client)) finishAuthorization(client, request, true);
      else clients.update(client.id, { prompt: { kind: "consent", ...request } });
    },

    /** Asks the person to sign in, or to add the app. */
    promptAuthorize(client: Client): void {
      const status = clients.statusOf(client);
      if (status === "authorized") return;
      const kind = status === "unauthenticated" ? "sign-in" : "add-app";
      clients.update(client.id, { prompt: { kind } });
    },

    /** Invites everyone in the sender's room, or only the given participants in it. */
    invite(sender: Client, text: InvitationText, participantUuids?: string[]): string {
      const uuid = randomUuid();
      const invited = clients
        .listIn(sender.meetingId)
        .filter(
          (each) =>
            each.id !== sender.id &&
            clients.isInside(each) &&
            each.breakoutRoom?.uuid === sender.breakoutRoom?.uuid &&
            (!participantUuids || participantUuids.includes(each.participantUuid)),
        );
      for (const each of invited) {
        if (each.appOpen) continue;
        const prompt = { kind: "invitation" as const, uuid, from: sender.name, ...text };
        clients.update(each.id, { prompt });
      }
      clients.emit(sender, "onSendAppInvitation", {
        invitationUUID: uuid,
        invitedUserCount: invited.length,
      });
      return uuid;
    },

    /** Performs what the person chose, and removes the question. */
    answer(id: string, accepted: boolean, fields: { email: string; to: string }): void {
      const { prompt } = clients.find(id);
      if (!prompt) return;
      const client = clients.update(id, { prompt: null });
      switch (prompt.kind) {
        case "consent":
          if (accepted) record(client);
          finishAuthorization(client, prompt, accepted);
          break;
        case "add-app":
          if (!accepted) break;
          record(client);
          notifyOfStatus(client);
          break;
        case "sign-in": {
          const email = fields.email.trim().toLowerCase();
          if (!accepted || !/^[^\s@]+@[^\s@]+$/.test(email)) break;
          notifyOfStatus(clients.update(id, { zoomId: store.userByEmail(email).id }));
          break;
        }
        case "invitation":
          if (!accepted) break;
          clients.update(id, {
            appOpen: true,
            config: null,
            opening: { invitation: prompt.uuid, until: Date.now() + OPENING_LIVES_MS },
          });
          break;
        case "invite":
          if (accepted) this.invite(client, prompt.invitation, fields.to ? [fields.to] : undefined);
          break;
      }
    },

    notifyOfStatus,
  };
}
