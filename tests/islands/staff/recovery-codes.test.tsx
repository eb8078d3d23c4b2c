/** The recovery codes that are left, below the second factors of a member of staff. */
import { expect, it } from "vitest";
import StaffSignIn from "#islands/staff/StaffSignIn.tsx";
import type { StaffSignIn as SignInState } from "#lib/staff/staff.responses.ts";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const state: SignInState = {
  name: "Hafsa Noor",
  role: "owner",
  state: "ready",
  hasAuthenticator: true,
  hasPasskey: false,
  recoveryCodesLeft: 0,
  passkeys: [],
};
const warning = /^You have no recovery codes left\./;

it("a member of staff without recovery codes is warned, and creates new ones", async () => {
  signInAs({});
  const codes = ["abcd-efgh", "ijkl-mnop"];
  answer({
    "GET /staff/sign-in": success(state),
    "POST /staff/sign-in/recovery-codes": success({ recoveryCodes: codes }),
  });
  const user = render(<StaffSignIn />);
  const text = await screen.findByText(warning);
  expect(text.className).toContain("text-warning");
  expect(screen.queryByText("0 recovery codes left")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create new recovery codes" }));
  expect(await screen.findByText("abcd-efgh")).toBeDefined();
});

it("a member of staff with recovery codes isn't warned", async () => {
  signInAs({});
  answer({ "GET /staff/sign-in": success({ ...state, recoveryCodesLeft: 1 }) });
  render(<StaffSignIn />);
  expect(await screen.findByRole("heading", { name: "1 recovery code left" })).toBeDefined();
  expect(screen.queryByText(warning)).toBeNull();
});
