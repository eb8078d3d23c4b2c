import { useMemo } from "react";
import { TextField } from "#islands/ui/Field.tsx";
import { PasswordField } from "#islands/ui/PasswordField.tsx";
import { genderOptions, listCountryOptions, listZoneOptions } from "#islands/ui/person-options.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import type { Registration } from "./use-registration.ts";

interface PersonFieldsProps {
  form: Registration["form"];
  emailLocked: boolean;
}

/** The fields that students and teachers have in common. */
export function PersonFields({ form, emailLocked }: PersonFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const countries = useMemo(listCountryOptions, []);
  const zones = useMemo(listZoneOptions, []);
  return (
    <>
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly={emailLocked}
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        hint="The password of your account, to confirm that it is you"
        error={errors.password?.message}
        {...register("password")}
      />
      <TextField
        label="Phone Number"
        optional
        type="tel"
        autoComplete="tel"
        error={errors.phoneNumber?.message}
        {...register("phoneNumber")}
      />
      <SelectField
        label="Country"
        placeholder="Select your country"
        autoComplete="country-name"
        options={countries}
        error={errors.country?.message}
        {...register("country")}
      />
      <SelectField
        label="Time Zone"
        optional
        placeholder="Select your time zone"
        options={zones}
        error={errors.timeZone?.message}
        {...register("timeZone")}
      />
      <SelectField
        label="Gender"
        optional
        placeholder="Select your gender"
        options={genderOptions}
        error={errors.gender?.message}
        {...register("gender")}
      />
      <TextField
        label="Native Language"
        optional
        error={errors.nativeLanguage?.message}
        {...register("nativeLanguage")}
      />
      <TextField
        label="Spoken Languages"
        optional
        hint="Separated by commas"
        error={findMessage(errors.spokenLanguages)}
        {...register("spokenLanguages")}
      />
    </>
  );
}
