import { type MeetingServiceId, meetingServices } from "#lib/meetings/meeting-services.ts";
import type { Config } from "../../config/config.ts";
import type { MeetingProvider } from "./meeting-provider.ts";
import { createZoomProvider } from "./zoom/zoom-provider.ts";

/** Each service has a folder here. A service without an entry is a type error. */
const providers: Record<MeetingServiceId, (config: Config) => MeetingProvider> = {
  zoom: createZoomProvider,
};

export function createMeetingProviders(config: Config): MeetingProvider[] {
  return meetingServices.map(({ id }) => providers[id](config));
}
