/**
 * Hides the banner (`Announcement.astro`) that the visitor has closed. Cached pages are the same
 * for everyone, so the head script writes the revision of that banner into `data-closed` of
 * `<html>` before anything is painted. A style can't compare two attributes, and its hash is part
 * of the content security policy, so the revision is a digit, and each digit has its own rule.
 */
import { createHash } from "node:crypto";

export const closedAnnouncements = `${Array.from(
  { length: 10 },
  (_, revision) => `[data-closed="${revision}"] [data-announcement="${revision}"]`,
).join(",")}{display:none}`;

/** The style's hash for the content security policy. */
export const closedAnnouncementsHash: `sha256-${string}` = `sha256-${createHash("sha256").update(closedAnnouncements).digest("base64")}`;
