import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { ImageField } from "#islands/ui/ImageField.tsx";
import { PersonFields } from "./PersonFields.tsx";
import type { Registration } from "./use-registration.ts";

interface RegistrationFrameProps {
  registration: Registration;
  emailLocked: boolean;
  children: ReactNode;
}

/** Either registration: image, the common fields, and those of the role. */
export function RegistrationFrame({ registration, emailLocked, children }: RegistrationFrameProps) {
  const { form, problem, submit, chooseImage } = registration;
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const busy = isSubmitting || (isSubmitSuccessful && !problem);
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
        <PersonFields form={form} emailLocked={emailLocked} />
        {children}
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Complete Profile
          </Button>
        </div>
      </Form>
    </section>
  );
}
