import { expect, test } from "vitest";
import { toAnswer } from "../../../src/components/content/questions.ts";

test("an answer for search engines keeps links and lists, and drops components of our pages", () => {
  const html = `<p class="lead">A <a href="/courses#free">course</a>,
    a <a href="mailto:a@b.example">mail</a>: <span lang="ar" dir="rtl" class="big">حلقة</span></p>`;
  expect(toAnswer(html, "https://learn.example")).toBe(
    `<p>A <a href="https://learn.example/courses#free">course</a>, a <a href="mailto:a@b.example">mail</a>: <span>حلقة</span></p>`,
  );
});
