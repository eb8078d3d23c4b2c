import { useEffect } from "react";
import { Guarded } from "#islands/accounts/shared/Guarded.tsx";
import { NeedsScript } from "#islands/ui/feedback/NeedsScript.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { goTo } from "#lib/client/navigation.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { IconName } from "#lib/site/icons.ts";
import { getTexts } from "#translations/profiles.ts";
import { getTexts as getUiTexts } from "#translations/ui.ts";
import { findProposedRole, keepIntent, noIntent, readIntent, stepPath } from "./intent.ts";
import { ReturnNote } from "./ReturnNote.tsx";

const t = getTexts("profiles");
const ui = getUiTexts("ui");

interface Choice {
  role: Role;
  title: string;
  text: string;
  /** Benefits of the role. */
  points: readonly string[];
  icon: IconName;
}

const listChoices = (): Choice[] => [
  {
    role: "student",
    title: t("student.title"),
    text: t("student.text"),
    points: [t("student.levels"), t("student.times"), t("student.payment")],
    icon: "book",
  },
  {
    role: "teacher",
    title: t("teacher.title"),
    text: t("teacher.text"),
    points: [
      t("teacher.courses"),
      t("teacher.meetings", { services: meetingServiceNames }),
      t("teacher.payment"),
    ],
    icon: "voice",
  },
];

interface ChoiceCardProps {
  choice: Choice;
  isMarked: boolean;
  choose: (role: Role) => void;
}

function ChoiceCard({ choice, isMarked, choose }: ChoiceCardProps) {
  const { role, title, text, points, icon } = choice;
  return (
    <section
      className={`card-panel grid content-start gap-4 p-6 hover:border-secondary sm:p-8 ${isMarked ? "border-secondary ring-1 ring-secondary" : ""}`}
    >
      <div className="flex items-center justify-between gap-3">
        <span className="sand grid size-12 place-items-center rounded-full">
          <Icon name={icon} className="size-6" />
        </span>
        {isMarked && <span className="badge badge-secondary">{t("selected")}</span>}
      </div>
      <div className="grid gap-1">
        <h2 className="text-xl">
          <button
            type="button"
            className="card-link cursor-pointer font-semibold"
            aria-current={isMarked ? "true" : undefined}
            onClick={() => choose(role)}
          >
            {title}
          </button>
        </h2>
        <p className="muted">{text}</p>
      </div>
      <ul className="grid gap-2 border-t border-base-300 pt-4 text-sm">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-2.5">
            <span className="size-1.5 shrink-0 rotate-45 bg-accent" aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
      <p className="mt-auto pt-2 font-medium text-secondary" aria-hidden="true">
        {t(`${role}.continue`)}
      </p>
    </section>
  );
}

/**
 * The two roles. The role that the person chose earlier, such as at sign-up, is highlighted, or
 * else the role for which their destination is meant.
 */
function Choices({ userId }: { userId: string }) {
  const isHydrated = useHydrated();
  const intent = isHydrated ? readIntent(userId) : noIntent;
  const { destination, role: chosen } = intent;
  useEffect(() => keepIntent(userId, { destination, role: chosen }), [userId, destination, chosen]);
  const proposed = findProposedRole(intent);
  const choose = (role: Role) => {
    rememberedInTab.set("selectedRole", role);
    goTo(stepPath(`/register-${role}`, intent));
  };
  return (
    <>
      <div className="grid gap-4 not-scripted:hidden sm:grid-cols-2 sm:gap-6">
        {listChoices().map((choice) => (
          <ChoiceCard
            key={choice.role}
            choice={choice}
            isMarked={choice.role === proposed}
            choose={choose}
          />
        ))}
      </div>
      {destination && <ReturnNote className="mt-4" />}
      <NeedsScript title={ui("needsScript")} />
    </>
  );
}

export default function RoleSelection() {
  return <Guarded checking={t("checking")}>{({ user }) => <Choices userId={user.id} />}</Guarded>;
}
