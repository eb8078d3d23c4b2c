import type { ReactNode } from "react";

interface BadgeProps {
  kind?: keyof typeof looks;
  children: ReactNode;
}

const looks = {
  neutral: "border-base-300",
  warning: "border-warning bg-warning/15",
  good: "border-success bg-success/15",
  info: "border-info bg-info/15",
  urgent: "border-error bg-error/15",
};

/** A short state in a table of the console. */
export function Badge({ kind = "neutral", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center rounded-2xl border px-2 py-0.5 text-xs font-medium sm:whitespace-nowrap ${looks[kind]}`}
    >
      {children}
    </span>
  );
}
