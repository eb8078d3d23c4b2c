import { Hono } from "hono";
import type * as z from "zod/mini";
import { guardianInput, guardianMessagesInput } from "#lib/guardians/guardian-view.ts";
import { guardianViewSchema } from "#lib/guardians/guardians.responses.ts";
import { messagePageSchema } from "#lib/messages/messages.responses.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { documented } from "../../http/documented.ts";
import { ok } from "../../http/envelope.ts";
import { validate } from "../../http/validate.ts";
import { readAsGuardian, viewAsGuardian } from "./guardian-view.ts";

/** Also mounted under /api/guardian. The token is sent in the body so that it doesn't appear in logs. */
export function guardianRoutes(context: Context) {
  const doc = (summary: string, data: z.ZodMiniType) =>
    documented("messages", summary, {
      data,
      refusals: { 404: "The link no longer works", 429: "Too many requests" },
    });
  return new Hono<AppEnv>()
    .post(
      "/conversations",
      doc("A child's conversations, by the guardian's link", guardianViewSchema),
      validate("json", guardianInput),
      async (c) => ok(c, await viewAsGuardian(context, c.req.valid("json"))),
    )
    .post(
      "/messages",
      doc("A page of one of the child's conversations", messagePageSchema),
      validate("json", guardianMessagesInput),
      async (c) => ok(c, await readAsGuardian(context, c.req.valid("json"))),
    );
}
