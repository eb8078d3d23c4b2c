/** A spinner. The text next to it says what is happening. */
export function Spinner() {
  return (
    <span
      className="size-5 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent"
      aria-hidden="true"
    />
  );
}
