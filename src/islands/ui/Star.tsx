/** The eight-pointed star: two squares, one turned by an eighth. The site's only ornament. */
export function Star({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="none">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M7 7h18v18H7z" />
        <path d="M16 3.3 28.7 16 16 28.7 3.3 16z" />
      </g>
      <circle cx="16" cy="16" r="2.5" fill="currentColor" />
    </svg>
  );
}
