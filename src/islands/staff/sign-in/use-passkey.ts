import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { addPasskey, fetchPasskeyOptions, sendPasskey } from "#lib/staff/staff.calls.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

/** Browsers report a canceled dialog as an error, in their own language. */
function explain(error: unknown): string {
  if (isKnownPasskey(error)) return t("signIn.passkeyKnown");
  return error instanceof WebAuthnError || error instanceof DOMException
    ? t("signIn.passkeyFailed")
    : messageOf(error);
}

const isKnownPasskey = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";

/** Signs in with a passkey. */
export function usePasskey(onEntered: () => void) {
  const sending = useMutation(
    {
      async mutationFn() {
        const options = await fetchPasskeyOptions("passkey");
        const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
        await sendPasskey(await startAuthentication({ optionsJSON }));
      },
      onSuccess: onEntered,
    },
    queryClient,
  );
  return { ...sending, problem: explain(sending.error) };
}

/** Adds a passkey. */
export function useNewPasskey(onAdded: (codes: string[] | null) => void) {
  const adding = useMutation(
    {
      async mutationFn() {
        const options = await fetchPasskeyOptions("new-passkey");
        const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
        return addPasskey(await startRegistration({ optionsJSON }));
      },
      onSuccess: onAdded,
    },
    queryClient,
  );
  return { ...adding, problem: explain(adding.error) };
}
