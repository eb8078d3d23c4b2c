// What people do in their clients outside the app.
import * as z from "zod/mini";
import { PageError } from "../errors.ts";
import type { Client } from "./client-store.ts";
import type { Clients } from "./clients.ts";
import { type Prompts, plainInvitation } from "./prompts.ts";

type Field = (name: string) => string;

interface ActionsDeps {
  clients: Clients;
  prompts: Prompts;
  removeApp(userId: string): boolean;
}

const roleSchema = z.enum(["host", "coHost", "attendee"]);
const closedApp = { appOpen: false, config: null, opening: null } as const;

/**
 * @returns a function that performs what a form requests. It throws a PageError if that is
 * impossible.
 */
export function createActions({ clients, prompts, removeApp }: ActionsDeps) {
  const actions: Record<string, (client: Client, field: Field) => void> = {
    role({ id }, field) {
      const role = roleSchema.safeParse(field("role"));
      if (!role.success) throw new PageError(400, `Unknown role: ${field("role")}`);
      clients.setRole(id, role.data);
    },
    move: ({ id }, field) => clients.moveTo(id, field("room") || null),
    join({ id }) {
      clients.join(id);
    },
    leave: ({ id }) => clients.leave(id),
    "open-app"({ id, zoomId }) {
      if (!zoomId) throw new PageError(403, "Guests can open apps only by an invitation.");
      clients.update(id, { appOpen: true, config: null, opening: null });
    },
    "close-app"({ id }) {
      clients.update(id, closedApp);
    },
    invite(client) {
      if (!client.zoomId) throw new PageError(403, "Guests can't send invitations.");
      prompts.invite(client, plainInvitation);
    },
    answer({ id }, field) {
      const fields = { email: field("email"), to: field("to") };
      prompts.answer(id, field("accepted") === "yes", fields);
    },
    dismiss({ id }) {
      clients.update(id, { notice: null });
    },
    "remove-app"({ zoomId }) {
      removeApp(zoomId);
    },
  };

  return (client: Client, field: Field): void => {
    const name = field("act");
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new PageError(400, "The Zoom client doesn't know this action.");
    action(client, field);
  };
}
