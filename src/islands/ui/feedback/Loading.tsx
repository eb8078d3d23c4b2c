import { Spinner } from "./Spinner.tsx";

/** A loading indicator with text. */
export function Loading({ label }: { label: string }) {
  return (
    <p role="status" className="muted flex items-center justify-center gap-3 py-10">
      <Spinner />
      {label}
    </p>
  );
}
