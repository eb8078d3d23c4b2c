import { Icon } from "#islands/ui/Icon.tsx";
import { Star } from "#islands/ui/Star.tsx";

/** An icon for conversations that aren't with a single person. */
export function ContactIcon({ of, small = false }: { of: "course" | "practice"; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-box border border-base-300 text-secondary ${small ? "size-9" : "size-10"}`}
    >
      {of === "course" ? <Icon name="people" /> : <Star className="size-5 text-accent" />}
    </span>
  );
}
