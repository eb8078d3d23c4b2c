import type { Config } from "../../config/config.ts";
import type { MeetingProvider } from "./meeting-provider.ts";
import { createZoomProvider } from "./zoom/zoom-provider.ts";

/**
 * The services that teachers can connect. To add a service, add a folder here and an entry below.
 */
export function createMeetingProviders(config: Config): MeetingProvider[] {
  return [createZoomProvider(config)];
}
