/** What teachers and reviewers do, for the tests of one file. */
import { drawCertificate } from "#server/demo/demo-documents.ts";
import type { TestApp } from "../../support/app.ts";
import { addTeacher, type Person } from "../../support/people.ts";
import type { StaffPerson } from "../../support/staff.ts";

export const credentials = {
  ijazahs: [{ reading: "Hafs from Asim", year: 2014, chain: ["Shaykh Mahmud", "Shaykh Amir"] }],
  certifications: [
    {
      name: "Teaching Tajweed",
      issuingAuthority: "Institute of Recitation",
      year: 2016,
      verificationUrl: "https://example.org/certificates/1",
    },
  ],
  educationBackground: [{ degree: "Bachelor of Arts", institution: "Cairo", year: 2010 }],
};

/** A day this many days from now, in UTC. */
export const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

export const verification = {
  scope: ["identity", "ijazah"],
  until: daysFromNow(365),
  reason: "Your ijazah is in the register.",
};

export const pdf = drawCertificate(["Certificate"]);

export function vettingActions(app: () => TestApp) {
  const call = ({ token }: { token: string }, method: string, path: string, body?: object) =>
    app().call(method, `/api/vetting${path}`, { token, ...(body && { body }) });

  const staffCall = ({ token }: StaffPerson, method: string, path: string, body?: object) =>
    app().call(method, `/api/staff/teachers${path}`, { token, ...(body && { body }) });

  const upload = async (
    { token }: { token: string },
    content: Uint8Array,
    { name = "certificate.pdf", kind = "certificate" } = {},
  ) => {
    const form = new FormData();
    form.set("kind", kind);
    form.set("file", new Blob([Buffer.from(content)]), name);
    const response = await app().app.request("/api/vetting/documents", {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: await response.json() };
  };

  /** A teacher whose credentials wait for a review. */
  async function addSubmitted(): Promise<Person> {
    const teacher = await addTeacher(app().context);
    const saved = await call(teacher, "PUT", "/credentials", credentials);
    const submitted = await call(teacher, "POST", "/submission");
    if (saved.status !== 200 || submitted.status !== 200) throw new Error("Nothing was submitted");
    return teacher;
  }

  /** The version that a reviewer reads. */
  const readVersion = async (reviewer: StaffPerson, { profileId }: Person): Promise<number> =>
    (await staffCall(reviewer, "GET", `/${profileId}`)).body.data.version;

  const verify = async (reviewer: StaffPerson, teacher: Person, overrides: object = {}) =>
    staffCall(reviewer, "POST", `/${teacher.profileId}/verification`, {
      ...verification,
      version: await readVersion(reviewer, teacher),
      ...overrides,
    });

  /** A teacher with the badge. */
  async function addVerified(reviewer: StaffPerson, overrides: object = {}): Promise<Person> {
    const teacher = await addSubmitted();
    const { status } = await verify(reviewer, teacher, overrides);
    if (status !== 200) throw new Error("The teacher wasn't verified");
    return teacher;
  }

  /** What everyone sees of the verification. */
  const readPublic = async ({ profileId }: Person) => {
    const { verified, verification } = (await app().call("GET", `/api/teachers/${profileId}`)).body
      .data;
    return { verified, verification };
  };

  return { call, staffCall, upload, addSubmitted, addVerified, readVersion, verify, readPublic };
}
