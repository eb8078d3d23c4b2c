const paths = {
  play: "M7 4.800v14.400c0 .8.9 1.300 1.600.8l10.800-7.200a1 1 0 0 0 0-1.600L8.600 4c-.7-.5-1.600 0-1.600.8Z",
  pause: "M7 4.500h3.500v15H7ZM13.500 4.500H17v15h-3.500Z",
  previous:
    "M6 5h2.500v14H6ZM19 5.800v12.400c0 .8-.9 1.200-1.500.7L10 12.800a1 1 0 0 1 0-1.600l7.500-6.100c.6-.5 1.500-.1 1.500.7Z",
  next: "M15.500 5H18v14h-2.500ZM5 5.800v12.400c0 .8.900 1.200 1.500.7l7.500-6.100a1 1 0 0 0 0-1.600L6.500 5.100C5.900 4.600 5 5 5 5.800Z",
};

/** A filled icon of the player. Always in a named button. */
export function PlayerIcon({
  name,
  className = "size-5",
}: {
  name: keyof typeof paths;
  className?: string;
}) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
