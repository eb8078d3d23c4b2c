/** Rules and messages of meetings that islands need without the schemas. */
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

export const defaultMeetingMinutes = 60;
export const minMeetingMinutes = 15;
export const maxMeetingMinutes = 300;

export const defaultMeetingSettings = {
  host_video: true,
  participant_video: true,
  join_before_host: false,
  mute_upon_entry: true,
  waiting_room: true,
} as const;

export type MeetingSettings = Record<keyof typeof defaultMeetingSettings, boolean>;

/** The form value for a time that is skipped because the clocks go forward. */
export const skippedTime = "skipped";

/**
 * Messages, with the specification's text where it defines one. `service` is a name such as "Zoom".
 */
export const meetingMessages = {
  get teachersOnly() {
    return t("teachersOnly");
  },
  get missing() {
    return t("server.missing");
  },
  get logInToFetch() {
    return t("logInToFetch");
  },
  get logInToCreate() {
    return t("logInToCreate");
  },
  get failed() {
    return t("failed.create");
  },
  waits: (service: string) => t("server.waits", { service }),
  connect: (service: string) => t("server.connect", { service }),
  reconnect: (service: string) => t("server.reconnect", { service }),
  notConnected: (service: string) => t("notConnected", { service }),
  notDisconnected: (service: string) => t("notDisconnected", { service }),
  notAuthorized: (service: string) => t("notAuthorized", { service }),
  get noCode() {
    return t("noCode");
  },
  gone: (service: string) => t("server.gone", { service }),
  get notTaught() {
    return t("server.notTaught");
  },
};
