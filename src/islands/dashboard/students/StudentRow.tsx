import { Avatar } from "#islands/ui/Avatar.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { RowMenu, rowMenuItem } from "#islands/ui/RowMenu.tsx";
import type { ClassProgress, TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import { describeProgress, toPercent } from "#lib/enrollments/teacher-students.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/teacher-students.ts";

const t = getTexts("teacherStudents");

interface StudentRowProps {
  seat: TeacherStudentRow;
  onRemove: () => void;
  onRefund: () => void;
}

const cell = "max-lg:block max-lg:px-4 max-lg:py-1";

/** A row for one enrollment, with its actions. */
export function StudentRow({ seat, onRemove, onRefund }: StudentRowProps) {
  const { student, course, joinedAt } = seat;
  const names = { student: isolatedInRtl(student.name), course: isolatedInRtl(course.title) };
  return (
    <tr className="max-lg:block max-lg:py-3">
      <th scope="row" className={`font-medium ${cell}`}>
        <span className="flex items-center gap-3 lg:min-w-44">
          <Avatar name={student.name} image={student.profileImageUrl} className="size-9" />
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {student.name}
          </span>
        </span>
      </th>
      <td className={`wrap-anywhere ${cell}`} dir="auto">
        {course.title}
      </td>
      <td className={cell}>
        <Progress progress={seat.progress} />
      </td>
      <td className={`muted whitespace-nowrap ${cell}`}>
        {t.rich("joinedOn", {
          label: (text) => (
            <span key="label" className="lg:hidden">
              {text}
            </span>
          ),
          time: () => (
            <time key="time" dateTime={joinedAt}>
              {formatDate(joinedAt, viewerZone())}
            </time>
          ),
        })}
      </td>
      <td className={cell}>
        <span className="flex items-center gap-1 max-lg:-ms-2">
          <a
            className="btn btn-sm btn-outline border-base-300 max-lg:ms-2"
            href={localizePath(`/dashboard/messages?to=${encodeURIComponent(student._id)}`)}
            aria-label={t("messageTo", names)}
          >
            {t("message")}
          </a>
          <RowMenu label={t("more")} name={t("moreOf", names)}>
            <a
              className={rowMenuItem}
              href={localizePath(
                `/dashboard/recitations/${encodeURIComponent(course._id)}?student=${encodeURIComponent(student._id)}`,
              )}
              aria-label={t("quranOf", names)}
            >
              <Icon name="book" />
              {t("quran")}
            </a>
            <a
              className={rowMenuItem}
              href={localizePath(`/students/${encodeURIComponent(student._id)}`)}
              aria-label={t("viewNamed", names)}
            >
              <Icon name="person" />
              {t("view")}
            </a>
            {seat.refundable > 0 && (
              <button
                type="button"
                className={rowMenuItem}
                aria-label={t("refundNamed", names)}
                onClick={onRefund}
              >
                <Icon name="refund" />
                {t("refund")}
              </button>
            )}
            <button
              type="button"
              className={`${rowMenuItem} text-error`}
              aria-label={t("removeNamed", names)}
              onClick={onRemove}
            >
              <Icon name="trash" />
              {t("remove")}
            </button>
          </RowMenu>
        </span>
      </td>
    </tr>
  );
}

function Progress({ progress }: { progress: ClassProgress }) {
  if (progress.total === 0) return <span className="muted">{t("noClasses")}</span>;
  const text = describeProgress(progress);
  return (
    <span className="grid min-w-28 gap-1">
      <progress
        className="progress progress-secondary"
        value={progress.done}
        max={progress.total}
        aria-label={text}
      />
      <span className="muted tabular text-xs">
        {t("progressPercent", { progress: text, percent: toPercent(progress) })}
      </span>
    </span>
  );
}
