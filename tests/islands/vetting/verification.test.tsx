/** What teachers see of their verification, and what it costs them to change a credential. */
import { beforeEach, describe, expect, it } from "vitest";
import Verification from "#islands/vetting/Verification.tsx";
import type { OwnVetting } from "#lib/vetting/vetting.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const vetting: OwnVetting = {
  status: "verified",
  verifiedUntil: "2028-05-31",
  scope: ["identity", "ijazah"],
  submittedAt: null,
  isVerified: true,
  ijazahs: [{ reading: "Hafs from Asim", year: 2014, chain: ["Shaykh Mahmud", "Shaykh Amir"] }],
  certifications: [],
  educationBackground: [],
  documents: [
    {
      _id: "doc_1",
      kind: "ijazah",
      name: "ijazah.pdf",
      isPdf: true,
      bytes: 10,
      at: "2027-01-01T00:00:00Z",
    },
  ],
  lastEvent: { kind: "verified", reason: "It is in the register.", at: "2027-01-01T00:00:00Z" },
  limits: { publishing: false, minors: false },
};

beforeEach(() => signInAs({ role: "teacher" }));

describe("a verified teacher", () => {
  it("sees what was verified, until when, and why", async () => {
    answer({ "GET /vetting": success(vetting) });
    render(<Verification />);
    expect(
      await screen.findByText("You're verified until May 31, 2028: Identity, Ijazah."),
    ).toBeDefined();
    expect(screen.getByText("It is in the register.")).toBeDefined();
    expect(screen.getByRole("link", { name: "ijazah.pdf" }).getAttribute("href")).toBe(
      "/api/vetting/documents/doc_1",
    );
  });

  it("sees a warning before saving a change that ends the verification, and can cancel", async () => {
    const changed = { ...vetting, isVerified: false, status: "draft", verifiedUntil: null };
    const calls = answer({
      "GET /vetting": success(vetting),
      "PUT /vetting/credentials": success({ ...changed, lastEvent: null }),
    });
    const user = render(<Verification />);
    const chain = await screen.findByLabelText("Chain of teachers (sanad)");
    expect(screen.getByText(/^If you change a credential, your verification ends/)).toBeDefined();
    await user.type(chain, "\nShaykh Hasan");
    const submit = screen.getByRole("button", { name: "Renew verification" });
    await waitFor(() => expect((submit as HTMLButtonElement).disabled).toBe(true));
    await user.click(screen.getByRole("button", { name: "Save credentials" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(calls.map(({ name }) => name)).not.toContain("PUT /vetting/credentials");
    await user.click(screen.getByRole("button", { name: "Save credentials" }));
    await user.click(await screen.findByRole("button", { name: "Save and lose badge" }));
    expect(await screen.findByText("Credentials saved.")).toBeDefined();
    expect(calls.at(-1)?.body).toMatchObject({
      ijazahs: [{ year: 2014, chain: ["Shaykh Mahmud", "Shaykh Amir", "Shaykh Hasan"] }],
      certifications: [],
    });
    expect(screen.getByText("Not submitted")).toBeDefined();
  });
});

describe("a teacher whose verification is missing", () => {
  const draft: OwnVetting = {
    ...vetting,
    status: "changes-requested",
    isVerified: false,
    verifiedUntil: null,
    scope: [],
    lastEvent: {
      kind: "changes-requested",
      reason: "Unreadable scan.",
      at: "2027-01-01T00:00:00Z",
    },
    limits: { publishing: true, minors: true },
  };

  it("sees what has to change and what isn't possible, and submits again", async () => {
    const refusal = failure(400, "Upload a document or add a verification link first.");
    const calls = answer({ "GET /vetting": success(draft), "POST /vetting/submission": refusal });
    const user = render(<Verification />);
    expect(await screen.findByText("Unreadable scan.")).toBeDefined();
    expect(screen.getByText("You need to be verified to publish courses.")).toBeDefined();
    expect(screen.getByText("You need to be verified to teach students under 18.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Submit for review" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Upload a document or add a verification link first.",
    );
    expect(calls.at(-1)?.name).toBe("POST /vetting/submission");
  });

  it("can't upload a file of another type", async () => {
    answer({ "GET /vetting": success(draft) });
    const user = render(<Verification />);
    const upload = await screen.findByRole("button", { name: "Upload document" });
    await user.click(upload);
    expect(screen.getByText("Choose a file.")).toBeDefined();
  });
});

it("a student can't be verified", async () => {
  signInAs({ role: "student" });
  answer({});
  render(<Verification />);
  expect(await screen.findByText("Only teachers can be verified.")).toBeDefined();
});
