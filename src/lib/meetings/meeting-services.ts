/** The video-meeting services whose accounts teachers can connect. */
export interface MeetingService {
  /** Stored with connections and meetings, and part of paths: `/api/<id>`. Never changes. */
  id: string;
  /** The name that is shown to people. */
  name: string;
  /** The service's own page for testing a microphone and a camera. */
  deviceTestUrl: string;
}

export const zoom = {
  id: "zoom",
  name: "Zoom",
  deviceTestUrl: "https://zoom.us/test",
} as const satisfies MeetingService;

export const meetingServices = [zoom] as const;
export type MeetingServiceId = (typeof meetingServices)[number]["id"];

/** The page to which the service returns the browser after the teacher has allowed access. */
export const callbackPath = ({ id }: Pick<MeetingService, "id">): string => `/${id}/auth/callback`;

/** The names of services as texts list them: "Zoom". */
export const listNames = (services: readonly Pick<MeetingService, "name">[]): string =>
  services.map(({ name }) => name).join(" or ");

/** The names of all services. */
export const meetingServiceNames = listNames(meetingServices);
