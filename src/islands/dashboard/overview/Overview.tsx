import { type ReactNode, useEffect, useState } from "react";
import { PublishedCourse } from "#islands/courses/shared/PublishedCourse.tsx";
import { NextEntry } from "#islands/timeline/shared/NextEntry.tsx";
import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { refreshPart } from "#lib/client/refresh-part.ts";
import { checklistId } from "#lib/onboarding/onboarding.rules.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/dashboard.ts";
import { OwnCourses } from "../courses/OwnCourses.tsx";
import { useOwnCourses } from "../courses/use-own-courses.ts";
import { TabLink } from "../TabLink.tsx";
import type { TabId } from "../tabs.ts";
import { PaymentNotice } from "./PaymentNotice.tsx";
import { RoomWarning } from "./RoomWarning.tsx";
import { Stats } from "./Stats.tsx";
import { Upcoming } from "./Upcoming.tsx";
import { useTimeline } from "./use-timeline.ts";

const t = getTexts("dashboard");

/** Number of courses on the first tab. */
const shownCourses = 3;

interface OverviewProps {
  profile: Profile;
  onOpen: (tab: TabId) => void;
  /** The checklist of a new person as the server has written it, if the page opened on this tab. */
  checklist?: ReactNode;
}

/** The Dashboard tab: what is next, statistics, what is upcoming and some courses. */
export function Overview({ profile, onOpen, checklist }: OverviewProps) {
  useCurrentChecklist();
  const { data } = useOwnCourses(profile);
  const timeline = useTimeline();
  const zone = useViewerZone();
  const isTeacher = profile.role === "teacher";
  const isNew = isTeacher ? profile.studentsCount === 0 : profile.lessonsCompleted === 0;
  const [next] = timeline.data ?? [];
  return (
    <div className="grid gap-8">
      {isTeacher && <PublishedCourse courses={data} teacher={profile.name} />}
      <Welcome profile={profile}>
        {next && <NextEntry entry={next} role={profile.role} zone={zone} />}
      </Welcome>
      <CanceledTrial canRebook={!isTeacher} />
      {checklist ??
        (isNew && (
          <div className="contents">
            <div id={checklistId} hidden />
          </div>
        ))}
      {isTeacher && <RoomWarning timeline={timeline.data ?? []} zone={zone} />}
      {isTeacher && <PaymentNotice />}
      <Stats profile={profile} />
      <Upcoming timeline={timeline} role={profile.role} zone={zone} />
      <section className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-heading">{t("myCourses")}</h2>
          {data && data.length > shownCourses && (
            <TabLink to="courses" onOpen={onOpen} className="link link-secondary text-sm">
              {t("allCourses")}
            </TabLink>
          )}
        </div>
        <OwnCourses profile={profile} most={shownCourses} />
      </section>
    </div>
  );
}

/** Reads the checklist again when the tab is opened in place, because other tabs change its steps. */
function useCurrentChecklist() {
  const hydrated = useHydrated();
  const [isOpenedInPlace] = useState(hydrated);
  useEffect(() => {
    if (isOpenedInPlace) void refreshPart(checklistId);
  }, [isOpenedInPlace]);
}

function Welcome({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [firstName = ""] = profile.name.split(/\s+/);
  return (
    <section className="deep relative grid gap-6 overflow-hidden rounded-box p-4 pt-7 sm:p-6 md:p-8">
      <Star className="absolute -end-10 -top-14 size-48 opacity-10" />
      <div className="px-2">
        <h1 className="text-heading">
          {t.rich("welcome", {
            name: (text) => (
              <span key="name" dir="auto">
                {text}
              </span>
            ),
            firstName,
          })}
        </h1>
        <p className="mt-1 opacity-85">
          {profile.role === "teacher" ? t("teacherIntro") : t("studentIntro")}
        </p>
      </div>
      {children}
    </section>
  );
}
