interface JoinButtonProps {
  label: string;
  /** The accessible name, if the label alone doesn't say which room. */
  name?: string;
  /** Our own link, which leads into the room. Undefined while there is no room. */
  href: string | undefined;
  /** Whether people can go in now. Before that, the button is disabled. */
  isOpen: boolean;
  /** Whether it is open only to prepare something, and so isn't the main action. */
  isQuiet?: boolean;
  className?: string;
}

/** The button that leads into a room, on every page that has one. */
export function JoinButton({
  label,
  name,
  href,
  isOpen,
  isQuiet = false,
  className = "",
}: JoinButtonProps) {
  if (!isOpen || href === undefined) {
    return (
      <button type="button" className={`btn ${className}`} aria-label={name} disabled>
        {label}
      </button>
    );
  }
  return (
    <a
      className={`btn ${isQuiet ? "btn-outline border-base-300" : "btn-secondary"} ${className}`}
      href={href}
      aria-label={name}
      target="_blank"
      rel="noopener"
    >
      {label}
    </a>
  );
}
