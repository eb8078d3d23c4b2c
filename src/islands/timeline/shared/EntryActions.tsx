import { JoinButton } from "#islands/rooms/shared/JoinButton.tsx";
import { TrialActions } from "#islands/trials/shared/TrialActions.tsx";
import { getLivePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { Role } from "#lib/people/people.options.ts";
import { joinMinutesBefore, roomPhase } from "#lib/rooms/room-opening.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { findRoomless } from "#lib/timeline/timeline.rules.ts";
import { openInZoomPath } from "#lib/zoom-app/zoom-app.rules.ts";
import { getTexts as getRoomTexts } from "#translations/rooms.ts";
import { getTexts } from "#translations/timeline.ts";
import { nameOf } from "./entry.ts";

const t = getTexts("timeline");
const roomTexts = getRoomTexts("rooms");

interface EntryActionsProps {
  entry: TimelineEntry;
  role: Role;
  now: number;
  /** Whether the entry is shown as the next one, with everything that can be opened. */
  large?: boolean;
}

/**
 * The button that leads into the room, and the other actions of the entry. The same rule applies to
 * the rooms of classes, meetings and trial lessons.
 */
export function EntryActions({ entry, role, now, large = false }: EntryActionsProps) {
  const isTeacher = role === "teacher";
  const phase = roomPhase(entry, now);
  const isOpen = phase === "open" || phase === "running";
  const label = t(isTeacher ? "start" : "join");
  const title = isolatedInRtl(nameOf(entry));
  const isClass = entry.kind === "class";
  const hasRoom = entry.room === "ready";
  const look = large ? "btn-lg max-lg:order-first max-sm:w-full" : "btn-sm";
  return (
    <>
      {entry.person && <TrialActions lesson={entry} other={entry.person} />}
      {isClass && isOpen && (
        <a
          className="btn btn-sm btn-ghost"
          href={localizePath(livePagePath(entry._id))}
          aria-label={t("actionOn", { action: getLivePageLabel(), title })}
        >
          {getLivePageLabel()}
        </a>
      )}
      {large && isOpen && entry.isInZoom && (
        <a className="btn btn-sm btn-ghost" href={localizePath(openInZoomPath(entry._id))}>
          {roomTexts("openInZoom")}
        </a>
      )}
      {entry.needsConnection && (large || isOpen) && (
        <a
          // A warning on the same page has the main button for a class that starts soon.
          className={`btn ${findRoomless([entry], now) ? "btn-outline border-base-300" : "btn-secondary"} ${look}`}
          href={localizePath("/dashboard/meetings")}
        >
          {t("warning.connect", { service: meetingServiceNames })}
        </a>
      )}
      {!entry.needsConnection && (large || isOpen || (isTeacher && hasRoom)) && (
        <JoinButton
          label={label}
          name={t("actionOn", { action: label, title })}
          href={hasRoom ? localizePath(`/${isTeacher ? "start" : "join"}/${entry._id}`) : undefined}
          // Teachers can prepare their room at any time.
          isOpen={isTeacher || isOpen}
          isQuiet={!isOpen && !large}
          className={look}
        />
      )}
    </>
  );
}

/**
 * Says why the room can't be entered yet, or that it can.
 * @param large whether the entry is shown as the next one. Those of a list don't repeat what all of them lack.
 */
export function describeRoom(entry: TimelineEntry, role: Role, now: number, large = false): string {
  const phase = roomPhase(entry, now);
  if (entry.room === "coming") return t("roomComing");
  if (entry.room === "none") {
    if (entry.kind === "trial") return t(role === "teacher" ? "sendLink" : "teacherSendsLink");
    if (entry.waitsForStudents) return t("roomWithStudents");
    if (role === "teacher") return describeMissingRoom(entry, now, large);
    return phase === "coming" ? t("roomLater") : t("notOpened");
  }
  if (phase === "running") return t("running");
  if (phase === "open") return t("open");
  return role === "teacher" ? "" : t("opens", { minutes: joinMinutesBefore });
}

function describeMissingRoom(entry: TimelineEntry, now: number, large: boolean): string {
  // A warning on the same page says what to do about a class that starts soon.
  if (findRoomless([entry], now)) return t("noRoom");
  if (!large) return "";
  if (!entry.needsConnection) return t("noRoom");
  return t("warning.unconnected", { service: meetingServiceNames });
}
