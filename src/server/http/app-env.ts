import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Actor } from "../actor.ts";

/** What middleware leaves for handlers. `actor` is there behind `authenticate` only. */
export interface AppEnv {
  /** Of Node's listener; pages that call the API of their own process have none. */
  Bindings: Partial<HttpBindings> & {
    /** The user for whom a page makes the call, already authenticated by the session's cookie. */
    page?: { actor: Actor; address: string };
  };
  Variables: {
    requestId: string;
    log: Logger;
    /** The client's address, as far as TRUST_PROXY lets it be believed; IPv6 by its /64. */
    clientAddress: string;
    actor: Actor;
  };
}
