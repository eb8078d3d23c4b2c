import type { Logger } from "pino";
import type { Actor } from "../actor.ts";

/** What middleware leaves for handlers. `actor` is there behind `authenticate` only. */
export interface AppEnv {
  Variables: {
    requestId: string;
    log: Logger;
    /** The client's address, as far as TRUST_PROXY lets it be believed; IPv6 by its /64. */
    clientAddress: string;
    actor: Actor;
  };
}
