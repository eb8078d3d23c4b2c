import { spinnerLook } from "../looks.ts";

/** A spinner. The text next to it says what is happening. */
export function Spinner() {
  return <span className={spinnerLook} aria-hidden="true" />;
}
