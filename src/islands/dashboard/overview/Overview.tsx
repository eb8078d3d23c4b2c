import { Star } from "#islands/ui/Star.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/dashboard.ts";
import { OwnCourses } from "../courses/OwnCourses.tsx";
import { useOwnCourses } from "../courses/use-own-courses.ts";
import { TabLink } from "../TabLink.tsx";
import type { TabId } from "../tabs.ts";
import { OwnTrials } from "../trials/OwnTrials.tsx";
import { OwnMeetings } from "./OwnMeetings.tsx";
import { PaymentNotice } from "./PaymentNotice.tsx";
import { Stats } from "./Stats.tsx";

const t = getTexts("dashboard");

/** Number of courses on the first tab. */
const shownCourses = 3;

interface OverviewProps {
  profile: Profile;
  onOpen: (tab: TabId) => void;
}

/** The Dashboard tab: welcome banner, statistics, some courses and upcoming meetings. */
export function Overview({ profile, onOpen }: OverviewProps) {
  const { data } = useOwnCourses(profile);
  return (
    <div className="grid gap-8">
      <Welcome profile={profile} />
      {profile.role === "teacher" && <PaymentNotice />}
      <Stats profile={profile} />
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
      <OwnTrials profile={profile} />
      <OwnMeetings profile={profile} />
    </div>
  );
}

function Welcome({ profile }: { profile: Profile }) {
  const [firstName = ""] = profile.name.split(/\s+/);
  return (
    <section className="deep relative overflow-hidden rounded-box px-6 py-7 md:px-8 md:py-9">
      <Star className="absolute -end-8 -bottom-14 size-48 opacity-10" />
      <h2 className="text-heading">
        {t.rich("welcome", {
          name: (text) => (
            <span key="name" dir="auto">
              {text}
            </span>
          ),
          firstName,
        })}
      </h2>
      <p className="mt-1 opacity-85">
        {profile.role === "teacher" ? t("teacherIntro") : t("studentIntro")}
      </p>
    </section>
  );
}
