/** A line that tells what is being waited for. */
export function Busy({ label }: { label: string }) {
  return (
    <p role="status" className="muted flex items-center justify-center gap-3 py-10">
      <span className="loading loading-spinner loading-sm" aria-hidden="true" />
      {label}
    </p>
  );
}
