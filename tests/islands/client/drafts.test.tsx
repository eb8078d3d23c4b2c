import { cleanup } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { beforeEach, describe, expect, it } from "vitest";
import { useDraft } from "#islands/ui/form/use-draft.ts";
import { acceptToken, forgetSession } from "#lib/client/session/session.store.ts";
import { render, screen } from "../support/render.tsx";
import { makeToken, signInAs } from "../support/session.ts";

function CourseForm() {
  const form = useForm({ defaultValues: { title: "", password: "", code: "", price: "0" } });
  useDraft({ name: "course" }, form);
  return (
    <form>
      {(["title", "password", "code", "price"] as const).map((name) => (
        <input key={name} aria-label={name} {...form.register(name)} />
      ))}
    </form>
  );
}

const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

async function typeAndLoseSession() {
  signInAs({});
  const user = render(<CourseForm />);
  await user.type(screen.getByLabelText("title"), "Tajweed");
  await user.type(screen.getByLabelText("password"), "secret");
  await user.type(screen.getByLabelText("code"), "123456");
  forgetSession();
  cleanup();
}

beforeEach(() => {
  history.replaceState(null, "", "/add-course");
});

describe("text that was typed when the session ended", () => {
  it("is restored after log-in, except for secrets", async () => {
    await typeAndLoseSession();
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|123456/);
    signInAs({});
    render(<CourseForm />);
    expect(value("title")).toBe("Tajweed");
    expect(value("price")).toBe("0");
    expect(value("password")).toBe("");
    expect(value("code")).toBe("");
    expect({ ...sessionStorage }).toEqual({});
  });

  it.each(["{bad", "null", "[]", '"text"', '{"savedAt":"now"}'])(
    "doesn't prevent anyone from logging in if it can't be read: %s",
    (text) => {
      history.replaceState(null, "", "/add-course");
      localStorage.setItem("draft:lesson:1", text);
      localStorage.setItem("draft:/add-course:course", text);
      sessionStorage.setItem("draft:/add-course:course", text);
      signInAs({});
      expect(acceptToken(makeToken()).status).toBe("signed-in");
      expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
      render(<CourseForm />);
      expect(value("title")).toBe("");
    },
  );

  it("is stored again when the session ends again", async () => {
    await typeAndLoseSession();
    signInAs({});
    render(<CourseForm />);
    forgetSession();
    cleanup();
    signInAs({});
    render(<CourseForm />);
    expect(value("title")).toBe("Tajweed");
  });

  it("is not shown to another person", async () => {
    await typeAndLoseSession();
    acceptToken(makeToken({ id: "usr_2" }));
    render(<CourseForm />);
    expect(value("title")).toBe("");
    expect({ ...sessionStorage }).toEqual({});
  });

  it("is restored only on the page where it was typed", async () => {
    await typeAndLoseSession();
    history.replaceState(null, "", "/edit-course/crs_1");
    signInAs({});
    render(<CourseForm />);
    expect(value("title")).toBe("");
  });

  it("is not stored for a form that nobody changed", () => {
    signInAs({});
    render(<CourseForm />);
    forgetSession();
    expect({ ...sessionStorage }).toEqual({});
  });
});
