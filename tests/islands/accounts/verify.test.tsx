import { beforeEach, describe, expect, it, vi } from "vitest";
import VerifyOtp from "#islands/accounts/VerifyOtp.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { makeToken } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { readState, replaceWith } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(replaceWith).mockReset();
  vi.mocked(readState).mockReturnValue("maryam@example.org");
});

const show = () => render(<VerifyOtp />);
const press = (user: ReturnType<typeof render>, name: string) =>
  user.click(screen.getByRole("button", { name }));

describe("verifying an address", () => {
  it("shows the address, and none when none came along", () => {
    vi.mocked(readState).mockReturnValue("");
    show();
    const field = screen.getByLabelText("Email");
    expect(field).toHaveProperty("value", "");
    expect(field).toHaveProperty("readOnly", true);
  });

  it("asks for six digits", async () => {
    const user = show();
    await press(user, "Verify OTP");
    expect(await screen.findByText("OTP code is required.")).toBeDefined();
    await user.type(screen.getByLabelText("OTP Code"), "12ab");
    expect(await screen.findByText("OTP must be 6 digits.")).toBeDefined();
    expect(screen.getByLabelText("OTP Code")).toHaveProperty("maxLength", 6);
  });

  it("sends a code that was pasted at once, and signs in", async () => {
    const calls = answer({
      "POST /auth/verify": success({ accessToken: makeToken(), user: { id: "usr_1" } }),
      "GET /users/authUser/usr_1": failure(404, "User profile not found"),
    });
    const user = show();
    await user.click(screen.getByLabelText("OTP Code"));
    await user.paste("123456");
    await vi.waitFor(() => expect(replaceWith).toHaveBeenCalledWith("/role-selection"));
    expect(calls[0]?.body).toMatchObject({ email: "maryam@example.org", code: "123456" });
  });

  it("tells of a wrong code", async () => {
    answer({ "POST /auth/verify": failure(400, "x") });
    const user = show();
    await user.type(screen.getByLabelText("OTP Code"), "123456");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Verification failed. Please check your OTP code and try again.",
    );
  });

  it("sends a new code, or says that it could not", async () => {
    answer({ "POST /auth/resend": success(null) });
    const user = show();
    await press(user, "Resend OTP");
    expect(await screen.findByText("A new OTP has been sent to your email.")).toBeDefined();
    answer({ "POST /auth/resend": failure(500, "x") });
    await press(user, "Resend OTP");
    expect(await screen.findByText("Failed to resend OTP. Please try again later.")).toBeDefined();
  });
});
