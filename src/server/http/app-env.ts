import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Actor } from "../actor.ts";

/** The values that middleware sets for handlers. `actor` is set only after `authenticate`. */
export interface AppEnv {
  /** Node's bindings are missing when a page calls the API in the same process. */
  Bindings: Partial<HttpBindings> & {
    /** The user on whose behalf a page makes the call, already authenticated by the session cookie. */
    page?: { actor: Actor; address: string };
  };
  Variables: {
    requestId: string;
    log: Logger;
    /**
     * The client address, determined according to TRUST_PROXY. IPv6 addresses are reduced to their
     * /64.
     */
    clientAddress: string;
    actor: Actor;
  };
}
