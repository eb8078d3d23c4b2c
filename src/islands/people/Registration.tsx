import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { Guarded } from "#islands/ui/Guarded.tsx";
import { ImageField } from "#islands/ui/ImageField.tsx";
import type { SessionUser } from "#lib/client/access-token.ts";
import type { Role } from "#lib/people.options.ts";
import { PersonFields } from "./PersonFields.tsx";
import { StudentFields } from "./StudentFields.tsx";
import { TeacherFields } from "./TeacherFields.tsx";
import { useRegistration } from "./use-registration.ts";

interface RegistrationProps {
  /** The role to register in. */
  chosen: Role;
}

function RegistrationForm({ chosen, user }: RegistrationProps & { user: SessionUser }) {
  const { form, busy, problem, submit, chooseImage } = useRegistration(chosen, user);
  const Fields = chosen === "student" ? StudentFields : TeacherFields;
  return (
    <section className="panel p-6 sm:p-8">
      <Form onSubmit={submit} busy={busy} problem={problem} className="sm:grid-cols-2">
        <div className="sm:col-span-2">
          <ImageField
            label="Profile Image"
            hint="JPEG, PNG, GIF or WebP up to 5MB"
            onChange={chooseImage}
          />
        </div>
        <PersonFields form={form} emailLocked={user.email !== ""} />
        <Fields form={form} />
        <div className="flex flex-wrap items-center justify-between gap-4 sm:col-span-2">
          <a className="link link-secondary text-sm" href="/role-selection">
            Choose another role
          </a>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Complete Profile
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Completes the profile of somebody who has none; all others are sent on by the guard. */
export default function Registration({ chosen }: RegistrationProps) {
  return (
    <Guarded checking="Checking your profile...">
      {({ user }) => <RegistrationForm chosen={chosen} user={user} />}
    </Guarded>
  );
}
