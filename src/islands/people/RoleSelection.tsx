import { Guarded } from "#islands/ui/Guarded.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { Role } from "#lib/people.options.ts";

const choices: { role: Role; title: string; words: string }[] = [
  {
    role: "student",
    title: "Student",
    words: "Find a course, join live classes and follow your progress.",
  },
  {
    role: "teacher",
    title: "Teacher",
    words: "Publish courses, meet your students and receive payments.",
  },
];

function choose(role: Role): void {
  rememberedInTab.set("selectedRole", role);
  goTo(`/register-${role}`);
}

/** The two roles. One that was chosen before, at sign-up for instance, is marked. */
function Choices() {
  const before = rememberedInTab.get("selectedRole");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {choices.map(({ role, title, words }) => (
        <button
          key={role}
          type="button"
          aria-current={role === before ? "true" : undefined}
          className="panel grid cursor-pointer content-start justify-items-center gap-3 p-8 text-center transition hover:border-secondary hover:shadow-md aria-[current]:border-secondary aria-[current]:ring-1 aria-[current]:ring-secondary"
          onClick={() => choose(role)}
        >
          <Star className="size-10 text-accent" />
          <span className="text-lg font-semibold">{title}</span>
          <span className="muted text-sm">{words}</span>
          {role === before && <span className="badge badge-secondary">Your choice so far</span>}
        </button>
      ))}
    </div>
  );
}

export default function RoleSelection() {
  return <Guarded checking="Checking your profile...">{() => <Choices />}</Guarded>;
}
