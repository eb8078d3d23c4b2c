import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { findAudience } from "#lib/courses/audience.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/course-audience.ts";

const t = getTexts("courseAudience");

interface AudienceDialogProps {
  /** Whom the course is for, and the student's age. */
  text: string;
  age: number | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks a student whose age the course isn't meant for, or a parent, before they enroll. */
export function AudienceDialog({ text, age, onConfirm, onClose }: AudienceDialogProps) {
  const search = age == null ? "" : `?audience=${findAudience(age)}`;
  return (
    <Dialog open title={t("title")} onClose={onClose}>
      <div className="grid gap-2 text-sm">
        <p>{text}</p>
        <p>{t("advice")}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <a className="btn btn-ghost" href={localizePath(`/courses${search}`)}>
          {t("find")}
        </a>
        <Button look="quiet" onClick={onConfirm}>
          {t("confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
