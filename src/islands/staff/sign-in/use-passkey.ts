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

/** Browsers bind passkeys to a domain, and refuse them at every other address. */
class WrongAddressError extends Error {
  /** The same page at the site's own address. Undefined if that has no domain either. */
  readonly ownAddress: URL | undefined;
  constructor(ownAddress?: URL) {
    super("Passkeys can't be used at this address");
    this.ownAddress = ownAddress;
  }
}

/** Number addresses: IPv4, and IPv6 in brackets. */
const isNumber = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** @throws WrongAddressError if passkeys of the domain can't be used on this page. */
function requireOwnAddress(domain = ""): void {
  if (isNumber(domain)) throw new WrongAddressError();
  const { hostname, href } = window.location;
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return;
  const own = new URL(href);
  own.hostname = domain;
  throw new WrongAddressError(own);
}

/** Browsers report a canceled dialog as an error, in their own language. */
function explain(error: unknown): string {
  if (error instanceof WrongAddressError) {
    return t(error.ownAddress ? "signIn.passkeyElsewhere" : "signIn.passkeyNeedsDomain");
  }
  if (isKnownPasskey(error)) return t("signIn.passkeyKnown");
  return error instanceof WebAuthnError || error instanceof DOMException
    ? t("signIn.passkeyFailed")
    : messageOf(error);
}

const isKnownPasskey = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";

/** What to show of a failed attempt. */
const describeFailure = (error: unknown) => ({
  problem: explain(error),
  ownAddress: error instanceof WrongAddressError ? error.ownAddress : undefined,
});

/** Signs in with a passkey. */
export function usePasskey(onEntered: () => void) {
  const sending = useMutation(
    {
      async mutationFn() {
        const options = await fetchPasskeyOptions("passkey");
        const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
        requireOwnAddress(optionsJSON.rpId);
        await sendPasskey(await startAuthentication({ optionsJSON }));
      },
      onSuccess: onEntered,
    },
    queryClient,
  );
  return { ...sending, ...describeFailure(sending.error) };
}

/** Adds a passkey. */
export function useNewPasskey(onAdded: (codes: string[] | null) => void) {
  const adding = useMutation(
    {
      async mutationFn() {
        const options = await fetchPasskeyOptions("new-passkey");
        const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
        requireOwnAddress(optionsJSON.rp.id);
        return addPasskey(await startRegistration({ optionsJSON }));
      },
      onSuccess: onAdded,
    },
    queryClient,
  );
  return { ...adding, ...describeFailure(adding.error) };
}
