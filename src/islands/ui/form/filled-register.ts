import type { FieldValues, UseFormRegister } from "react-hook-form";

/**
 * `register` with the initial values as attributes, so that the server renders filled fields. The
 * library itself fills them only when its script has started. Not for radio buttons, whose values
 * are attributes already.
 */
export function fillRegister<Values extends FieldValues>(
  register: UseFormRegister<Values>,
  initial: object,
): UseFormRegister<Values> {
  return (name, options) => ({
    ...register(name, options),
    ...toAttribute(readPath(initial, name)),
  });
}

function readPath(values: object, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

function toAttribute(value: unknown): object {
  if (typeof value === "boolean") return { defaultChecked: value };
  return typeof value === "string" || typeof value === "number" ? { defaultValue: value } : {};
}
