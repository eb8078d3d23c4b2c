import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { logInPath } from "#lib/accounts/page-guards.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/enrollments.ts";
import { ActionBar } from "./ActionBar.tsx";
import type { EnrollPanelProps } from "./panel-props.ts";

const t = getTexts("enrollments");

/**
 * The panel for visitors. It needs no script, and the page for visitors contains it as HTML.
 * @param isChecking whether a session is being checked. The link is then hidden from people who
 * are marked as logged in.
 */
export function GuestPanel({
  courseId,
  price,
  full,
  ended,
  payable,
  hasClasses,
  isChecking = false,
}: EnrollPanelProps & { isChecking?: boolean }) {
  if (ended) return <Alert kind="info">{enrollMessages.over}</Alert>;
  if (!hasClasses) return <Alert kind="info">{enrollMessages.noClasses}</Alert>;
  if (!payable) return <Alert kind="info">{enrollMessages.notPayable}</Alert>;
  return (
    <>
      {full && <Alert kind="info">{t("fullForVisitors")}</Alert>}
      <ActionBar price={price}>
        <a
          className={`btn btn-secondary btn-block ${isChecking ? "signed-in:hidden" : ""}`}
          href={localizePath(logInPath(`/courses/${courseId}`, full ? "waiting" : "enroll"))}
          data-dialog="login"
        >
          {t(full ? "waiting.join" : "logIn")}
        </a>
        {isChecking && (
          <div className="hidden h-10 animate-pulse rounded-field bg-base-200 signed-in:block" />
        )}
      </ActionBar>
    </>
  );
}
