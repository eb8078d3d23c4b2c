import type { ReactNode } from "react";

/** What an entry of the audit log has stored about a change. */
export interface Fact {
  /** As it is stored. */
  key: string;
  /** In words; undefined if only the stored form describes it. */
  name: string | undefined;
  value: ReactNode;
}

/** Facts with their names. A value can consist of facts itself. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-0.5">
      {facts.map(({ key, name, value }) => (
        <div key={key} className="flex flex-wrap gap-x-2">
          <dt>{name === undefined ? <Code>{key}</Code> : name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What only its stored form describes, such as an ID. Codes in a list are separated by commas. */
export function Stored({ value }: { value: unknown }) {
  if (typeof value === "string") return <Code>{value}</Code>;
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return <Code>{isList ? value.join(", ") : JSON.stringify(value)}</Code>;
}

const Code = ({ children }: { children: string }) => (
  <code dir="ltr" className="wrap-anywhere">
    {children}
  </code>
);
