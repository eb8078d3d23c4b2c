import { controlClass } from "#islands/ui/form/Field.tsx";
import { commentMessages } from "#lib/comments/comments.rules.ts";
import { getTexts } from "#translations/comments.ts";

const t = getTexts("comments");

/**
 * The disabled comment box for people who aren't enrolled, with the reason. Works without scripts.
 */
export function LockedComments() {
  return (
    <div className="grid gap-2">
      <textarea
        disabled
        rows={3}
        aria-label={t("label")}
        aria-describedby="comments-locked"
        className={`textarea resize-none ${controlClass}`}
      />
      <p id="comments-locked" className="muted text-sm">
        {commentMessages.locked}
      </p>
    </div>
  );
}
