import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Context } from "../context.ts";
import { runForAccount, runForAddress } from "../db/caller.ts";
import type { AppEnv } from "./app-env.ts";
import { readClientAddress } from "./client-address.ts";

/** Gives every request an ID, a logger that includes it, and the client address. */
export function requestScope(context: Context) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = c.req.header("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? randomUUID();
    c.set("requestId", requestId);
    c.set("log", context.log.child({ requestId }));
    const clientAddress = readClientAddress(c, context.config.trustProxy);
    c.set("clientAddress", clientAddress);
    c.header("X-Request-Id", requestId);
    const page = c.env?.page;
    return page ? runForAccount(page.actor.userId, next) : runForAddress(clientAddress, next);
  });
}
