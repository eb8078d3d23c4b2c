import type { SandboxConfig } from "./config.ts";
import type { Faults } from "./faults.ts";
import type { SandboxState } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";

/** The dependencies of each provider in the sandbox. */
export interface SandboxDeps {
  config: SandboxConfig;
  /** The sandbox's URL with the actual port, without a trailing slash. */
  baseUrl: string;
  state: SandboxState;
  faults: Faults;
  webhooks: Webhooks;
}
