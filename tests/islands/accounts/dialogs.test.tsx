import { fireEvent, act as settle } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { act } from "#islands/on-click.ts";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { accountPageHtml } from "../support/account-page.tsx";
import { answer as answerCalls, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { makeToken } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo, reloadPage } = await import("#lib/client/navigation.ts");

// jsdom doesn't implement modal dialogs.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

const user = userEvent.setup();

/** The dialog consists of the log-in page's forms. */
const answer = (answers: Parameters<typeof answerCalls>[0]) =>
  answerCalls({ "GET /login": { text: accountPageHtml() }, ...answers });

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  vi.mocked(reloadPage).mockReset();
  history.replaceState(null, "", "/courses/crs_1");
  // Each test starts with an empty page.
  document.body.replaceChildren();
  answer({});
});

async function click(dialog: string, href: string): Promise<HTMLAnchorElement> {
  const link = document.createElement("a");
  link.href = href;
  link.dataset.dialog = dialog;
  document.body.append(link);
  await settle(() => act(link));
  return link;
}

const signedIn = (profile: object) => ({
  "POST /auth/login": success({ accessToken: makeToken(), user: { id: "usr_1" } }),
  "GET /users/authUser/usr_1": success(profile),
});

async function logIn() {
  await user.type(screen.getByLabelText("Email"), "maryam@example.org");
  await user.type(screen.getByLabelText("Password"), "secret-word");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
}

const close = () => user.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);

/** Whether the dialog stays open when the user clicks outside it. jsdom itself never closes it. */
function staysAtClickBeside(): boolean {
  const form = screen.getByRole("dialog").querySelector(".modal-backdrop");
  if (!form) throw new Error("The dialog contains no form");
  return !fireEvent.submit(form);
}

const student = { _id: "prf_1", role: "student", name: "Maryam Ali" };

describe("the account dialogs on any page", () => {
  it("are labeled by the title of the form they show", async () => {
    await click("login", "/login");
    expect(screen.getByRole("dialog", { name: "Welcome Back" })).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Sign up" }));
    expect(screen.getByRole("dialog", { name: "Create Account" })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Full Name"));
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(screen.getByRole("dialog", { name: "Welcome Back" })).toBeDefined();
  });

  it("say why the user is asked to log in", async () => {
    await click("login", "/login?returnTo=%2Fcourses%2Fcrs_1&reason=enroll");
    expect(screen.getByText("Please log in to enroll in this course.")).toBeDefined();
  });

  it("reload the current page after log-in instead of leaving it", async () => {
    answer(signedIn(student));
    await click("login", "/login?returnTo=%2Fcourses%2Fcrs_1&reason=enroll");
    await logIn();
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
    expect(goTo).not.toHaveBeenCalled();
  });

  it("lead back to the address in the link, and to no other site", async () => {
    answer(signedIn(student));
    await click("login", "/login?returnTo=%2Fadd-course");
    await logIn();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/add-course"));
  });

  it("never redirect to another site", async () => {
    answer(signedIn(student));
    await click("login", "/login?returnTo=%2F%2Fevil.example");
    await logIn();
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  });

  it.each(["/", "/ar"])(
    "lead from the home page %s to the dashboard after log-in",
    async (home) => {
      history.replaceState(null, "", home);
      answer(signedIn(student));
      await click("login", "/login");
      await logIn();
      await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
      expect(reloadPage).not.toHaveBeenCalled();
    },
  );

  it("stay on the current page if the link leads to a section of it", async () => {
    history.replaceState(null, "", "/teachers/prf_9");
    answer(signedIn(student));
    await click("login", "/login?returnTo=%2Fteachers%2Fprf_9%23trial");
    await logIn();
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
    expect(location.hash).toBe("#trial");
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each([
    ["/about", "/login", "/role-selection"],
    ["/courses/crs_1", "/login", "/role-selection?returnTo=%2Fcourses%2Fcrs_1"],
    ["/", "/login?returnTo=%2Fadd-course", "/role-selection?returnTo=%2Fadd-course"],
    ["/about", "/login?returnTo=%2F%2Fevil.example", "/role-selection"],
    ["/become-a-teacher", "/signup?role=teacher", "/register-teacher"],
  ])("lead a person without a profile on %s from %s to %s", async (page, link, target) => {
    history.replaceState(null, "", page);
    answer(signedIn({}));
    await click("login", link);
    await logIn();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(target));
  });

  it("continue from sign-up to verification with the address, and can be closed", async () => {
    answer({ "POST /auth/signup": success({ resendAfter: 60 }) });
    const link = await click("signup", "/signup?role=teacher");
    await waitFor(() => expect(sessionStorage.getItem("selectedRole")).toBe("teacher"));
    await user.type(screen.getByLabelText("Full Name"), "Maryam Ali");
    await user.type(screen.getByLabelText("Email Address"), "maryam@example.org");
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.click(screen.getByRole("button", { name: "Sign Up" }));
    expect(await screen.findByRole("dialog", { name: "Verify Your Email" })).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    expect(document.activeElement).toBe(screen.getByLabelText("OTP Code"));
    await close();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(link);
    await click("signup", "/signup");
    expect(screen.getByRole("dialog", { name: "Verify Your Email" })).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    await user.click(screen.getByRole("link", { name: "Back to login" }));
    expect(screen.getByRole("dialog", { name: "Welcome Back" })).toBeDefined();
  });

  it("keep typed text when they are closed, and do not close when the user clicks outside them", async () => {
    await click("login", "/login");
    await user.type(screen.getByLabelText("Email"), "maryam@example.org");
    await user.type(screen.getByLabelText("Password"), "secret-word");
    expect(staysAtClickBeside()).toBe(true);
    await close();
    await click("login", "/login");
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "maryam@example.org");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "secret-word");
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-word");
  });

  it("keep typed text of one form while another is shown", async () => {
    await click("signup", "/signup");
    await user.type(screen.getByLabelText("Full Name"), "Maryam Ali");
    await close();
    await click("login", "/login");
    expect(screen.getByRole("dialog", { name: "Welcome Back" })).toBeDefined();
    await user.click(screen.getByRole("link", { name: "Sign up" }));
    expect(screen.getByLabelText("Full Name")).toHaveProperty("value", "Maryam Ali");
  });

  it("keep the verification step that log-in led to", async () => {
    answer({
      "POST /auth/login": { status: 403, body: { message: "Please verify your email to login." } },
      "POST /auth/resend": success({ resendAfter: 60 }),
    });
    await click("login", "/login");
    await logIn();
    expect(await screen.findByRole("dialog", { name: "Verify Your Email" })).toBeDefined();
    await user.type(screen.getByLabelText("OTP Code"), "123");
    expect(staysAtClickBeside()).toBe(true);
    await close();
    await click("login", "/login");
    expect(screen.getByLabelText("OTP Code")).toHaveProperty("value", "123");
  });

  it("show the verification without an address when a link leads to it", async () => {
    await click("verify", "/verify-otp");
    expect(screen.getByRole("dialog", { name: "Verify Your Email" })).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "");
  });
});

describe("a click outside a dialog", () => {
  it.each([
    ["a text", <textarea key="field" />, true],
    ["a choice", <select key="field" />, true],
    ["a checkbox", <input key="field" type="checkbox" />, true],
    ["an address to copy", <input key="field" readOnly value="https://example.org" />, false],
    ["a question", <p key="field">Delete this course?</p>, false],
  ])("does not close a dialog that contains %s: %#", (_, content, stays) => {
    render(
      <Dialog open title="A dialog" onClose={() => {}}>
        {content}
      </Dialog>,
    );
    expect(staysAtClickBeside()).toBe(stays);
  });
});

describe("the log-out button in the header", () => {
  it("logs out", async () => {
    const calls = answer({ "POST /auth/logout": success(null) });
    const button = document.createElement("button");
    button.dataset.logOut = "";
    await act(button);
    expect(calls.map(({ name }) => name)).toEqual(["POST /auth/logout"]);
    expect(goTo).toHaveBeenCalledWith("/");
  });
});
