import type { ReactNode } from "react";
import { getTexts } from "#translations/profile-facts.ts";
import type { Fact } from "./facts.ts";

const t = getTexts("profileFacts");

interface FactsPanelProps {
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
}

/** Whether a value is text of several lines rather than a name or a number. */
const isLong = (value: string): boolean => value.length > 80;

/** A panel of facts. Missing values show a placeholder. */
export function FactsPanel({ title, facts, children }: FactsPanelProps) {
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-subheading">{title}</h2>
        {children}
      </div>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {facts.map(({ name, value }) => (
          <div key={name} className={isLong(value) ? "sm:col-span-2" : ""}>
            <dt className="muted text-sm">{name}</dt>
            {isLong(value) ? (
              <dd>
                <p className="font-medium wrap-anywhere whitespace-pre-line" dir="auto">
                  {value}
                </p>
              </dd>
            ) : value ? (
              <dd className="font-medium wrap-anywhere whitespace-pre-line" dir="auto">
                {value}
              </dd>
            ) : (
              <dd className="muted">{t("facts.missing")}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
