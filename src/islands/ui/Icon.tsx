import { type IconName, icons, mirrorClass } from "#lib/site/icons.ts";

interface IconProps {
  name?: IconName;
  /** Of an icon that only one island shows, so that the scripts of others don't contain it. */
  path?: string | undefined;
  className?: string;
}

/** A line icon. Always used with text. */
export function Icon({ name, path = name && icons[name], className = "size-5" }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className} ${name ? mirrorClass(name) : ""}`.trimEnd()}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
