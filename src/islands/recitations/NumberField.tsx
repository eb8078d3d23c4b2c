import type { ComponentProps } from "react";
import { TextField } from "#islands/ui/Field.tsx";

/**
 * A whole number, in the digits of any script: browsers' own fields for numbers take nothing but
 * 0 to 9.
 */
export function NumberField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} type="text" inputMode="numeric" autoComplete="off" maxLength={6} />;
}
