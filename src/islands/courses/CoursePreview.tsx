import { useFormContext, useWatch } from "react-hook-form";
import { Avatar } from "#islands/ui/Avatar.tsx";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { useImagePreview } from "#islands/ui/form/use-image-preview.ts";
import { courseImage } from "#lib/courses/course-image.ts";
import { labelAudience, labelLevel } from "#lib/courses/course-labels.ts";
import { countPlannedClasses } from "#lib/courses/planned-classes.ts";
import { formatPrice } from "#lib/payments/money.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { listIsolated } from "#lib/text/bidi.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import { joinParts } from "#lib/text/join-parts.ts";
import { previewText } from "#lib/text/preview-text.ts";
import { formatDateRange } from "#lib/time/format-date-range.ts";
import { formatUpcoming } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/course-preview.ts";
import { type CreateValues, toNumber } from "./course-form.ts";

const t = getTexts("coursePreview");

/** Longer than what the card shows. */
const excerptLength = 300;

/** The text without common Markdown syntax. Cards show what the server reads from the description. */
const withoutMarkdown = (text: string): string =>
  joinParts(
    text.split(/\n[ \t]*\n|\n(?=[ \t]*(?:#|[-*+>][ \t]|\d+[.)][ \t]))/u).map(withoutSyntax),
  );

const withoutSyntax = (part: string): string =>
  part
    .replaceAll(/^[ \t]*(?:#{1,6}|[-*+>]|\d+[.)])[ \t]+/gmu, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/gu, "$2");

interface CoursePreviewProps {
  teacher: Profile;
  languages: readonly Option[];
  /** The image that was chosen, if any. */
  image: File | undefined;
}

/**
 * The card of the course as it will appear in lists, while its teacher fills in the form. It is beside the
 * form if there is room, and otherwise above the buttons.
 */
export function CoursePreview({ teacher, languages, image }: CoursePreviewProps) {
  const { control } = useFormContext<CreateValues>();
  const [title, description, level, language, audience] = useWatch({
    control,
    name: ["title", "description", "level", "language", "audience"],
  });
  const [price, startDate, endDate, schedule] = useWatch({
    control,
    name: ["price", "startDate", "endDate", "schedule"],
  });
  const chosen = useImagePreview(image);
  const planned = countPlannedClasses({ schedule, startDate, endDate });
  const facts = [
    languages.find(({ value }) => value === language)?.label ?? "",
    listIsolated(audience.map(labelAudience)),
  ].filter(Boolean);
  const dollars = toNumber(price);
  return (
    <div className="border-t border-base-300 pt-5 sm:col-span-2 xl:absolute xl:inset-y-0 xl:start-full xl:ms-6 xl:w-64 xl:border-0 xl:pt-0">
      <section className="grid gap-3 xl:sticky xl:top-24">
        <div>
          <h2 className="text-base">{t("title")}</h2>
          <p className="muted text-sm">{t("text")}</p>
        </div>
        <div className="card-panel flex w-full max-w-sm flex-col">
          <img
            src={chosen ?? courseImage({ _id: "" })}
            alt=""
            width={640}
            height={360}
            className="aspect-video w-full bg-base-200 object-cover"
          />
          <div className="flex grow flex-col gap-3 p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="badge badge-sm sand font-medium">{labelLevel(level)}</span>
              <span className="muted text-sm">{t("noReviews")}</span>
            </div>
            <p className="font-semibold wrap-anywhere" dir="auto">
              {title}
            </p>
            <p className="muted text-sm wrap-anywhere" dir="auto">
              {previewText(excerpt(withoutMarkdown(description), excerptLength))}
            </p>
            <p className="flex items-center gap-2 text-sm">
              <Avatar name={teacher.name} image={teacher.profileImageUrl} className="size-7" />
              <bdi className="min-w-0 wrap-anywhere">{teacher.name}</bdi>
            </p>
            <div className="grid gap-1 text-sm">
              {planned && (
                <p className="font-medium">
                  {t("starts", { time: formatUpcoming(planned.first, "UTC", false) })}
                </p>
              )}
              <p className="muted">{facts.join(" · ")}</p>
            </div>
            <p className="muted text-sm">{t("noStudents")}</p>
            <p className="border-t border-base-300 pt-3 text-lg font-semibold">
              {dollars > 0 ? formatPrice(dollars) : t("free")}
            </p>
          </div>
        </div>
        {planned && (
          <p className="text-sm">
            {t("classes", { count: planned.count, dates: formatDateRange(startDate, endDate) })}
          </p>
        )}
      </section>
    </div>
  );
}
