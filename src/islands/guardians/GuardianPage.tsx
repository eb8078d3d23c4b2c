import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { GuardianConversations } from "#islands/messages/shared/GuardianConversations.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { NeedsScript } from "#islands/ui/feedback/NeedsScript.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { guardianLinkPath } from "#lib/guardians/guardian-page.rules.ts";
import { turnOffGuardianLink } from "#lib/guardians/guardians.calls.ts";
import { guardianChildOptions } from "#lib/guardians/guardians.queries.ts";
import type { GuardianChild } from "#lib/guardians/guardians.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { describeZone } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/guardian-page.ts";
import { ChildCourse } from "./ChildCourse.tsx";
import { LinkTurnedOff, TurnOffLink } from "./shared/TurnOffLink.tsx";
import { TeacherContact } from "./TeacherContact.tsx";
import { TeacherReport } from "./TeacherReport.tsx";
import { UpcomingClasses } from "./UpcomingClasses.tsx";

const t = getTexts("guardianPage");

/** A child's classes and progress for a guardian who follows the link in an email. */
export default function GuardianPage() {
  // Undefined until the browser has read the fragment, which servers don't get.
  const [token, setToken] = useState<string>();
  useEffect(() => {
    setToken(location.hash.slice(1));
    // Opening another link in the same tab changes only the fragment.
    const reload = () => location.reload();
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);

  if (token === undefined) {
    return (
      <>
        <div className="not-scripted:hidden">
          <Loading label={t("loading")} />
        </div>
        <NeedsScript title={t("needsScript")} />
      </>
    );
  }
  if (token === "") return <LinkNeeded />;
  return <Page token={token} />;
}

/** Says where the link is, and how to get a new one. */
function LinkNeeded() {
  return (
    <section className="panel grid justify-items-start gap-3 p-5 md:p-8">
      <h2 className="text-xl">{t("noToken")}</h2>
      <p className="muted max-w-prose">{t("noTokenText")}</p>
      <MailLink />
    </section>
  );
}

const MailLink = () => (
  <a className="btn btn-secondary" href={localizePath(guardianLinkPath)}>
    {t("mailLink")}
  </a>
);

function Page({ token }: { token: string }) {
  const [childId, setChildId] = useState<string>();
  const [hasEnded, setHasEnded] = useState(false);
  const page = useQuery(guardianChildOptions(token, childId), queryClient);
  if (hasEnded) {
    return (
      <div className="grid justify-items-start gap-4">
        <LinkTurnedOff>{t("ended")}</LinkTurnedOff>
        <MailLink />
      </div>
    );
  }
  if (page.isPending) return <Loading label={t("loading")} />;
  if (page.isError) {
    // A link that was turned off can't be opened by retrying.
    const isOver = page.error instanceof ApiError && page.error.status === 404;
    if (!isOver) return <QueryError query={page} />;
    return (
      <div className="grid justify-items-start gap-4">
        <Alert>{page.error.message}</Alert>
        <MailLink />
      </div>
    );
  }
  return (
    <Child token={token} page={page.data} onChoose={setChildId}>
      <TurnOffLink end={() => turnOffGuardianLink(token)} onEnded={() => setHasEnded(true)}>
        {t("turnOff")}
      </TurnOffLink>
    </Child>
  );
}

interface ChildProps {
  token: string;
  page: GuardianChild;
  onChoose: (childId: string) => void;
  children: ReactNode;
}

function Child({ token, page, onChoose, children }: ChildProps) {
  const { child, upcoming, courses, teachers } = page;
  const zone = viewerZone();
  const name = isolatedInRtl(child.name);
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        {page.children.length > 1 && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t("children")}</legend>
            {page.children.map((each) => (
              <button
                key={each._id}
                type="button"
                className={`btn btn-sm ${each._id === child._id ? "btn-secondary" : "btn-outline border-base-300"}`}
                aria-pressed={each._id === child._id}
                onClick={() => onChoose(each._id)}
              >
                <bdi>{each.name}</bdi>
              </button>
            ))}
          </fieldset>
        )}
        <h2 className="text-2xl" dir="auto">
          {child.name}
        </h2>
        <p className="muted max-w-prose text-sm">
          {t("lead", { child: name })} {t("zone", { zone: describeZone(zone) })}
        </p>
      </header>
      <UpcomingClasses child={name} upcoming={upcoming} zone={zone} />
      {courses.length === 0 && <p className="muted">{t("noCourses", { child: name })}</p>}
      {courses.map((course) => (
        <ChildCourse key={course._id} course={course} zone={zone} />
      ))}
      <TeacherContact key={child._id} token={token} child={child} teachers={teachers} />
      <TeacherReport
        key={`report ${child._id}`}
        token={token}
        child={child}
        teachers={page.reportableTeachers}
      />
      <section className="grid gap-3">
        <h2 className="text-xl">{t("conversations")}</h2>
        <GuardianConversations key={child._id} token={token} childId={child._id} />
      </section>
      <div className="grid gap-4">
        {page.children.length === 1 && (
          <p className="muted text-sm">
            <a className="link" href={localizePath(guardianLinkPath)}>
              {t("otherChildren", { site: site.name })}
            </a>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
