/** What people can export of their study items, and what remains after deletion. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { studyItems } from "#server/db/tables/study.table.ts";
import { join, password } from "../accounts/browser.ts";
import { anchor, at, collection, deletion, highlight, note, openStudy } from "./devices.ts";

const { app, addDevice, addUnlimited } = await openStudy();

describe("an export", () => {
  async function addItems() {
    const { person, one } = await addUnlimited();
    await one.sync(
      { id: "b1", kind: "bookmark", verse: 300, name: "Next", clock: at(0) },
      highlight("h1", "gold", at(1), { anchor: { ...anchor, fromWord: 2, toWord: 4 } }),
      note("n1", "The greatest verse.", at(2)),
      collection("c1", [262, 1], at(3)),
      { id: "resume", kind: "bookmark", verse: 8, name: "", clock: at(4) },
      note("gone", "Deleted.", at(5)),
      deletion("gone", "note", at(6)),
    );
    return (format: string) =>
      app.call("GET", `/api/study/export?format=${format}`, { token: person.token });
  }

  test("as JSON contains all items and can be imported again", async () => {
    const { body, headers } = await (await addItems())("json");
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.data).toMatchObject({ format: "halaqa-study", version: 1 });
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([
      "b1",
      "h1",
      "n1",
      "c1",
      "resume",
    ]);
  });

  test("as Markdown is in the order of the Quran", async () => {
    const { body } = await (await addItems())("markdown");
    expect(body).toMatchInlineSnapshot(`
      "# My Quran notes

      Exported from Halaqa on 2027-03-10.

      ## 2. Al-Baqarah

      ### 2:255

      **Highlight** (words 2–4): Gold

      > Neither drowsiness overtakes Him nor sleep.

      **Note**

      > Neither drowsiness overtakes Him nor sleep.

      The greatest verse.

      ## 3. Ali 'Imran

      ### 3:7

      **Bookmark**: Next

      ## Collections

      ### Patience

      - 2:255
      - 1:1

      Last read: 2:1
      "
    `);
  });

  test("as Web Annotations quotes the text and names the verse", async () => {
    const read = await addItems();
    const { body, headers } = await read("annotations");
    expect(headers.get("content-type")).toContain("application/ld+json");
    const page = typeof body === "string" ? JSON.parse(body) : body;
    const site = app.config.appUrl;
    expect(page).toMatchObject({
      "@context": "http://www.w3.org/ns/anno.jsonld",
      type: "AnnotationPage",
    });
    expect(page.items).toHaveLength(4);
    expect(page.items[2]).toEqual({
      id: `${site}/quran/study#n1`,
      type: "Annotation",
      motivation: "commenting",
      created: "2027-03-10T12:00:02.000Z",
      modified: "2027-03-10T12:00:02.000Z",
      body: {
        type: "TextualBody",
        value: "The greatest verse.",
        format: "text/plain",
        purpose: "commenting",
      },
      target: [
        {
          source: `${site}/quran/2`,
          selector: [
            {
              type: "FragmentSelector",
              conformsTo: "http://tools.ietf.org/rfc/rfc3236",
              value: "2:255",
            },
            { type: "TextQuoteSelector", exact: anchor.quote },
          ],
        },
      ],
    });
    expect((await read("pdf")).status).toBe(400);
  });
});

test("items are part of the account's export and are deleted with the account", async () => {
  const member = await join(app);
  await addDevice(member.token).sync(note("n1", "Private.", at(0)));
  const { body } = await app.call("GET", "/api/users/me/export", { token: member.token });
  expect(body.data.studyItems).toMatchObject([{ id: "n1", text: "Private." }]);
  const { status } = await app.call("DELETE", "/api/users/me", {
    token: member.token,
    body: { currentPassword: password },
  });
  expect(status).toBe(200);
  expect(await app.context.db.$count(studyItems, eq(studyItems.userId, member.id))).toBe(0);
});
