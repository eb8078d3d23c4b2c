import { useId } from "react";
import { Guarded } from "#islands/ui/Guarded.tsx";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { Role } from "#lib/people.options.ts";

interface Choice {
  role: Role;
  title: string;
  words: string;
  /** What awaits one then. */
  points: readonly string[];
  /** The path of its drawing, on a ground of 24 × 24. */
  drawing: string;
}

const choices: Choice[] = [
  {
    role: "student",
    title: "Student",
    words: "Find a course, join live classes and follow your progress.",
    points: ["Courses for every level", "Class times by your clock", "Pay once, by card"],
    drawing: "M12 6.5C10 5 7 4.5 4 4.5v13c3 0 6 .5 8 2 2-1.5 5-2 8-2v-13c-3 0-6 .5-8 2ZM12 6.5v13",
  },
  {
    role: "teacher",
    title: "Teacher",
    words: "Publish courses, meet your students and receive payments.",
    points: [
      "Your own courses and prices",
      "Video classes through Zoom",
      "Payments to your account",
    ],
    drawing:
      "M12 4a2.5 2.5 0 0 0-2.5 2.5V12a2.5 2.5 0 0 0 5 0V6.5A2.5 2.5 0 0 0 12 4ZM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3",
  },
];

function choose(role: Role): void {
  rememberedInTab.set("selectedRole", role);
  goTo(`/register-${role}`);
}

function Drawing({ path }: { path: string }) {
  return (
    <span className="sand grid size-12 place-items-center rounded-full">
      <svg
        viewBox="0 0 24 24"
        className="size-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </span>
  );
}

function ChoiceButton({ choice, isMarked }: { choice: Choice; isMarked: boolean }) {
  const { role, title, words, points, drawing } = choice;
  const id = useId();
  return (
    <button
      type="button"
      aria-labelledby={id}
      aria-describedby={`${id}-words`}
      aria-current={isMarked ? "true" : undefined}
      className="panel group grid cursor-pointer content-start gap-4 p-6 text-start shadow-card transition hover:border-secondary hover:shadow-raised aria-[current]:border-secondary aria-[current]:ring-1 aria-[current]:ring-secondary sm:p-8"
      onClick={() => choose(role)}
    >
      <span className="flex items-center justify-between gap-3">
        <Drawing path={drawing} />
        {isMarked && <span className="badge badge-secondary">Your choice so far</span>}
      </span>
      <span className="grid gap-1">
        <span id={id} className="text-xl font-semibold">
          {title}
        </span>
        <span id={`${id}-words`} className="muted">
          {words}
        </span>
      </span>
      <span className="grid gap-2 border-t border-base-300 pt-4 text-sm">
        {points.map((point) => (
          <span key={point} className="flex items-center gap-2.5">
            <span className="size-1.5 shrink-0 rotate-45 bg-accent" aria-hidden="true" />
            {point}
          </span>
        ))}
      </span>
      <span className="mt-auto pt-2 font-medium text-secondary group-hover:underline">
        Go on as a {title.toLowerCase()}
      </span>
    </button>
  );
}

/** The two roles. One that was chosen before, at sign-up for instance, is marked. */
function Choices() {
  const before = rememberedInTab.get("selectedRole");
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
      {choices.map((choice) => (
        <ChoiceButton key={choice.role} choice={choice} isMarked={choice.role === before} />
      ))}
    </div>
  );
}

export default function RoleSelection() {
  return <Guarded checking="Checking your profile...">{() => <Choices />}</Guarded>;
}
