import { WebAuthnError } from "@simplewebauthn/browser";
import { beforeEach, expect, it, vi } from "vitest";
import { EnrollFactor } from "#islands/staff/sign-in/EnrollFactor.tsx";
import { VerifyFactor } from "#islands/staff/sign-in/VerifyFactor.tsx";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const { startRegistration, startAuthentication } = vi.hoisted(() => ({
  startRegistration: vi.fn(),
  startAuthentication: vi.fn(),
}));
vi.mock("@simplewebauthn/browser", async (load) => ({
  ...(await load<typeof import("@simplewebauthn/browser")>()),
  startRegistration,
  startAuthentication,
}));

beforeEach(() => {
  startRegistration.mockReset();
  startAuthentication.mockReset();
});

const { hostname, host } = window.location;

/** Presses the button that adds a passkey for a site with this domain. */
async function addPasskey(rpId: string) {
  signInAs({});
  answer({ "POST /staff/sign-in/new-passkey-options": success({ options: { rp: { id: rpId } } }) });
  const user = render(<EnrollFactor hasAuthenticator={false} onAdded={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Add a passkey" }));
  return screen.findByRole("alert");
}

it("adding a passkey that the device has already is explained", async () => {
  const cause = new Error("The authenticator was previously registered");
  const code = "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  startRegistration.mockRejectedValueOnce(
    new WebAuthnError({ message: cause.message, code, cause }),
  );
  expect((await addPasskey(hostname)).textContent).toBe(
    "This device already has a passkey for your account.",
  );
});

it("a page at another address than the site's leads to that address before the browser refuses the passkey", async () => {
  const alert = await addPasskey("halaqa.example");
  expect(alert.textContent).toBe(
    `Passkeys work only at the site's own address. Continue at ${host.replace(hostname, "halaqa.example")}`,
  );
  expect(screen.getByRole("link").getAttribute("href")).toBe(
    window.location.href.replace(hostname, "halaqa.example"),
  );
  expect(startRegistration).not.toHaveBeenCalled();
});

it.each(["192.0.2.7", "[2001:db8::7]"])(
  "a site with the address %s says that passkeys need a domain, and what to use instead",
  async (address) => {
    const alert = await addPasskey(address);
    expect(alert.textContent).toBe(
      "Passkeys need a domain name, and this site's address is a number. Use an authenticator app instead.",
    );
    expect(startRegistration).not.toHaveBeenCalled();
  },
);

it("people with as many passkeys as the site stores read the limit instead of a button that fails", () => {
  render(<EnrollFactor hasAuthenticator passkeys={10} onAdded={() => undefined} />);
  expect(
    screen.getByText("You have 10 passkeys, which is the maximum. Delete one to add another."),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
});

it("logging in with a passkey at another address leads to the site's address as well", async () => {
  signInAs({});
  answer({
    "POST /staff/sign-in/passkey-options": success({ options: { rpId: "halaqa.example" } }),
  });
  const state = { state: "verify", hasPasskey: true, hasAuthenticator: false } as const;
  const user = render(
    <VerifyFactor
      state={{ ...state, name: "Amina", role: "owner", passkeys: [], recoveryCodesLeft: 0 }}
      onEntered={() => undefined}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Use a passkey" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Continue at halaqa.example");
  expect(startAuthentication).not.toHaveBeenCalled();
});
