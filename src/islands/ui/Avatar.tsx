import { initialsOf } from "#lib/people/initials.ts";

interface AvatarProps {
  name: string;
  image?: string | undefined;
  className?: string;
}

/** A person's picture or initials. Decorative, because the name is always next to it. */
export function Avatar({ name, image, className = "size-10" }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full sand text-sm font-semibold ${className}`}
    >
      {image ? <img src={image} alt="" className="size-full object-cover" /> : initialsOf(name)}
    </span>
  );
}
