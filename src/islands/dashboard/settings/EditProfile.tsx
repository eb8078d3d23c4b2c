import { Fragment, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { ImageField } from "#islands/ui/ImageField.tsx";
import type { Profile } from "#lib/client/profile.store.ts";
import { ProfileFieldControl } from "./ProfileFieldControl.tsx";
import { useClosing } from "./use-closing.ts";
import { useProfileForm } from "./use-profile-form.ts";

interface EditProfileProps {
  profile: Profile;
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

const updated = "Profile updated successfully!";

export function EditProfile({ profile, email, onDone, onClose }: EditProfileProps) {
  const [done, setDone] = useState(false);
  const { form, fields, image, setImage, problem, submit } = useProfileForm(profile, () => {
    setDone(true);
    onDone(updated);
  });
  useClosing(done, onClose);
  const busy = form.formState.isSubmitting || done;
  return (
    <Form
      onSubmit={submit}
      busy={busy}
      problem={problem}
      success={done ? updated : undefined}
      className="sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <ImageField
          label="Profile Image"
          hint="JPEG, PNG, GIF or WebP up to 5MB"
          current={profile.profileImageUrl}
          onChange={(file, wrong) => setImage({ file, problem: wrong })}
        />
      </div>
      {fields.map((field) => (
        <Fragment key={field.name}>
          <ProfileFieldControl field={field} form={form} />
          {field.name === "name" && (
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              value={email}
              readOnly
              hint="Can't be changed"
            />
          )}
        </Fragment>
      ))}
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={image.problem !== undefined}
          busy={busy}
          busyLabel="Saving..."
        >
          Save Changes
        </Button>
      </div>
    </Form>
  );
}
