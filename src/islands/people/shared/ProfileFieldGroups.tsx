import { Fragment, type ReactNode, useId } from "react";
import { ProfileFieldControl, type ProfileForm } from "./ProfileFieldControl.tsx";
import type { ProfileFieldGroup } from "./profile-fields.ts";

interface ProfileFieldGroupsProps {
  groups: readonly ProfileFieldGroup[];
  form: ProfileForm;
  /** Heading level, one below the heading above the form. */
  heading: "h2" | "h3";
  /** Content after the name field, such as the account's email address. */
  afterName: ReactNode;
}

/** The profile fields, grouped under headings. */
export function ProfileFieldGroups({ groups, form, heading, afterName }: ProfileFieldGroupsProps) {
  return groups.map((group) => (
    <Group key={group.title} {...group} heading={heading}>
      {group.fields.map((field) => (
        <Fragment key={field.name}>
          <ProfileFieldControl field={field} form={form} />
          {field.name === "name" && afterName}
        </Fragment>
      ))}
    </Group>
  ));
}

interface GroupProps extends Omit<ProfileFieldGroup, "fields"> {
  heading: "h2" | "h3";
  children: ReactNode;
}

function Group({ title, intro, heading: Heading, children }: GroupProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-base-300 pt-6 sm:grid-cols-2"
    >
      <header className="sm:col-span-2">
        <Heading id={id} className="text-base font-semibold">
          {title}
        </Heading>
        {intro && <p className="muted text-sm">{intro}</p>}
      </header>
      {children}
    </section>
  );
}
