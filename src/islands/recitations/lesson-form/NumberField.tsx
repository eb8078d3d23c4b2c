import type { ComponentProps } from "react";
import { TextField } from "#islands/ui/form/Field.tsx";

/**
 * A field for whole numbers in the digits of any script. Native number fields accept only 0 to 9.
 */
export function NumberField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} type="text" inputMode="numeric" autoComplete="off" maxLength={6} />;
}
