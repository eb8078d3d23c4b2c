import { WebAuthnError } from "@simplewebauthn/browser";
import { expect, it, vi } from "vitest";
import { useNewPasskey } from "#islands/staff/sign-in/use-passkey.ts";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("@simplewebauthn/browser", async (load) => ({
  ...(await load<typeof import("@simplewebauthn/browser")>()),
  startRegistration: () => {
    const cause = new Error("The authenticator was previously registered");
    const code = "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    return Promise.reject(new WebAuthnError({ message: cause.message, code, cause }));
  },
}));

function AddPasskey() {
  const { mutate, isError, problem } = useNewPasskey(() => undefined);
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Add
      </button>
      {isError && <p role="alert">{problem}</p>}
    </>
  );
}

it("adding a passkey that the device has already is explained", async () => {
  signInAs({});
  answer({ "POST /staff/sign-in/new-passkey-options": success({ options: {} }) });
  const user = render(<AddPasskey />);
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This device already has a passkey for your account.",
  );
});
