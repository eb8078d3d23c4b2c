import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

/** Shown instead of the meetings to everyone who can't see them. Works without scripts. */
export function LockedMeetings() {
  return (
    <div className="flex items-center gap-4 rounded-box border border-dashed border-base-300 bg-base-200 p-5">
      <svg
        viewBox="0 0 24 24"
        className="size-7 shrink-0 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
        <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" strokeLinecap="round" />
      </svg>
      <p className="text-sm">{t("locked")}</p>
    </div>
  );
}
