import type { SandboxConfig } from "./config.ts";
import type { Faults } from "./faults.ts";
import type { SandboxState } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";

/** What every provider of the sandbox is built from. */
export interface SandboxDeps {
  config: SandboxConfig;
  /** The sandbox's own address with its real port, without a slash at the end. */
  baseUrl: string;
  state: SandboxState;
  faults: Faults;
  webhooks: Webhooks;
}
