/** Styles that React components share with the scripts of forms without React. */
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

export type AlertKind = "error" | "success" | "info" | "warning";

const alertColors: Record<AlertKind, string> = {
  error: "border-error/40 bg-error/10 text-error",
  success: "border-success/40 bg-success/10 text-success",
  info: "border-info/40 bg-info/10 text-info",
  warning: "border-warning/40 bg-warning/10 text-warning",
};

/** Errors are announced immediately. */
export function alertLook(kind: AlertKind): { role: "alert" | "status"; className: string } {
  return {
    role: kind === "error" ? "alert" : "status",
    className: `rounded-box border px-4 py-3 text-sm font-medium ${alertColors[kind]}`,
  };
}

export const spinnerLook =
  "size-5 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent";

export const fieldErrorLook = "text-sm text-error";

/** The part of a form that shows the result of submitting it. */
export const outcomeLook = "col-span-full grid scroll-my-6 gap-4";

export const describeOffline = (): string => t("offline");

/** The button that shows and hides a password. */
export function passwordToggle(isShown: boolean): { label: string; text: string } {
  return isShown
    ? { label: t("hidePassword"), text: t("hide") }
    : { label: t("showPassword"), text: t("show") };
}
