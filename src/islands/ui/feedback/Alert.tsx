import type { ReactNode } from "react";

interface AlertProps {
  kind?: "error" | "success" | "info" | "warning";
  children: ReactNode;
}

const looks = {
  error: "border-error/40 bg-error/10 text-error",
  success: "border-success/40 bg-success/10 text-success",
  info: "border-info/40 bg-info/10 text-info",
  warning: "border-warning/40 bg-warning/10 text-warning",
};

/** A message that screen readers announce when it appears. Errors are announced immediately. */
export function Alert({ kind = "error", children }: AlertProps) {
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={`rounded-box border px-4 py-3 text-sm font-medium ${looks[kind]}`}
    >
      {children}
    </div>
  );
}
