// The calls and events of the Zoom Apps SDK that the emulated client supports, and who may use
// them. The versions, roles and guest modes come from the SDK's own type declarations.
import type { Device, Role, UserStatus } from "../client-store.ts";
import { noGuests, notSupported, requireRole, type SdkError } from "./sdk-error.ts";

interface Api {
  /** The devices whose clients support the call or event. */
  devices: readonly Device[];
  hostsOnly?: true;
  /** Also available to people who aren't signed in or haven't added the app. */
  guests?: true;
}

const everywhere: readonly Device[] = ["desktop", "ios", "android"];
const desktop: readonly Device[] = ["desktop"];

const apis: Readonly<Record<string, Api>> = {
  authorize: { devices: everywhere },
  closeApp: { devices: desktop, guests: true },
  expandApp: { devices: desktop, guests: true },
  getAppContext: { devices: everywhere, guests: true },
  getMeetingContext: { devices: everywhere, hostsOnly: true },
  getMeetingJoinUrl: { devices: everywhere, hostsOnly: true },
  getMeetingParticipants: { devices: everywhere, hostsOnly: true },
  getMeetingUUID: { devices: everywhere, guests: true },
  getRunningContext: { devices: everywhere, guests: true },
  getSupportedJsApis: { devices: everywhere, guests: true },
  getUserContext: { devices: everywhere, guests: true },
  openUrl: { devices: everywhere, guests: true },
  promptAuthorize: { devices: everywhere, guests: true },
  sendAppInvitation: { devices: everywhere, hostsOnly: true },
  sendAppInvitationToAllParticipants: { devices: everywhere },
  sendAppInvitationToMeetingOwner: { devices: everywhere },
  sendMessage: { devices: desktop, guests: true },
  showAppInvitationDialog: { devices: everywhere },
  showNotification: { devices: everywhere, guests: true },

  onAuthorized: { devices: everywhere },
  onBreakoutRoomChange: { devices: everywhere, guests: true },
  onExpandApp: { devices: desktop, guests: true },
  // Applies to the instance of the app outside the meeting, so it never occurs here.
  onMeeting: { devices: desktop },
  onMessage: { devices: desktop, guests: true },
  // The declaration lists hosts and co-hosts, but also says that the event is available regardless
  // of the role. Otherwise, the app couldn't detect that it has to call `config` again after a
  // person has signed in.
  onMyUserContextChange: { devices: everywhere, guests: true },
  onParticipantChange: { devices: everywhere, hostsOnly: true },
  // Here, the app is always in a meeting, so this never occurs.
  onRunningContextChange: { devices: desktop },
  onSendAppInvitation: { devices: everywhere, hostsOnly: true },
};

export interface Viewer {
  device: Device;
  role: Role;
  status: UserStatus;
}

/** Why the viewer may not use this call or event; undefined if they may. */
export function findRefusal(name: string, viewer: Viewer): SdkError | undefined {
  const api = Object.hasOwn(apis, name) ? apis[name] : undefined;
  if (!api?.devices.includes(viewer.device)) return notSupported();
  if (viewer.status !== "authorized" && !api.guests) return noGuests();
  if (api.hostsOnly && viewer.role === "attendee") return requireRole();
  return undefined;
}

export function listSupported(viewer: Viewer): string[] {
  return Object.keys(apis).filter((name) => !findRefusal(name, viewer));
}
