import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { site } from "#lib/site/site.ts";
import { type Markup, page } from "../page.ts";
import type { StoredAttachment, StoredMail } from "./mailbox.ts";
import { style } from "./pages.style.ts";

/**
 * Used by both pages. Copies a code on click, and announces new emails without shifting the layout.
 */
const script = `
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  const show = (word) => {
    button.textContent = word;
    button.setAttribute("aria-label", word + " code " + button.dataset.copy);
  };
  show("Copied");
  setTimeout(show, 2000, "Copy");
});
const notice = document.querySelector("[data-newest]");
if (notice) setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch("/mail/newest" + location.search).catch(() => undefined);
  const newest = answer?.ok ? (await answer.json()).id : notice.dataset.newest;
  if (newest !== notice.dataset.newest) notice.hidden = false;
}, 3000);
`;

const scriptHash = createHash("sha256").update(script).digest("base64");

/**
 * The frame that shows an email's HTML inherits this policy: its style sheets apply, but it can't
 * run scripts, load resources or submit forms.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "style-src 'unsafe-inline'",
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function mailboxPage(mails: StoredMail[], to: string | undefined) {
  return framed(
    to ? `Emails for ${to}` : "Mailbox",
    html`<header class="bar">
  <h1>Mailbox</h1>
  <p>Everything that ${site.name}'s demo sends arrives here and nowhere else.</p>
</header>
<main>
  <form class="filter" action="/mail" role="search">
    <label for="to">Recipient</label>
    <input id="to" name="to" type="email" value="${to ?? ""}" placeholder="name@example.org" autocomplete="off" spellcheck="false">
    <button type="submit">Show</button>
    ${to ? html`<a href="/mail">All emails</a>` : ""}
  </form>
  <p class="news" data-newest="${mails[0]?.id ?? ""}" role="status" hidden><a href="">New emails have arrived. Show them</a></p>
  ${mails.length > 0 ? html`<ul class="mails">${mails.map(row)}</ul>` : emptyState(to)}
</main>`,
  );
}

export function mailPage(mail: StoredMail, attachments: StoredAttachment[]) {
  const code = oneTimeCode(mail);
  return framed(
    mail.subject || "(no subject)",
    html`<header class="bar">
  <p><a href="/mail">Mailbox</a></p>
  <h1>${mail.subject || "(no subject)"}</h1>
</header>
<main>
  <dl class="head">
    <dt>From</dt><dd>${mail.from}</dd>
    <dt>To</dt><dd><a href="/mail?to=${encodeURIComponent(mail.to)}">${mail.to}</a></dd>
    <dt>Received</dt><dd>${time(mail.receivedAt)}</dd>
  </dl>
  ${code ? html`<p class="code-box"><span>Code</span> ${codeWithCopy(code)}</p>` : ""}
  ${mail.html ? htmlPart(mail) : ""}
  ${mail.text ? html`<section><h2>Plain text</h2><pre tabindex="0">${mail.text}</pre></section>` : ""}
  ${attachments.length > 0 ? attachmentsPart(attachments) : ""}
</main>`,
  );
}

export function missingMailPage() {
  return framed(
    "Email not found",
    html`<header class="bar"><h1>Email not found</h1></header>
<main><p>It may have been in another data folder. <a href="/mail">Back to the mailbox</a></p></main>`,
  );
}

/** The email's one-time code: a line of the text that consists of exactly six digits. */
export function oneTimeCode(mail: Pick<StoredMail, "text">): string | undefined {
  return /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1];
}

function row(mail: StoredMail): Markup {
  const code = oneTimeCode(mail);
  return html`<li>
  <a class="subject" href="/mail/messages/${mail.id}">${mail.subject || "(no subject)"}</a>
  <span class="to">${mail.to}</span>
  ${time(mail.receivedAt)}
  ${code ? html`<span class="code">${codeWithCopy(code)}</span>` : ""}
</li>`;
}

function codeWithCopy(code: string): Markup {
  return html`<code>${code}</code> <button type="button" data-copy="${code}" aria-label="Copy code ${code}">Copy</button>`;
}

function emptyState(to: string | undefined): Markup {
  return html`<div class="empty">
  <p>${to ? `No emails for ${to} yet.` : "No emails yet."}</p>
  <p><a href="">Refresh</a></p>
</div>`;
}

/** Links open in a new tab, because the sandboxed frame may not navigate. */
function htmlPart(mail: StoredMail): Markup {
  return html`<section>
  <h2>Preview</h2>
  <iframe title="${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>
</section>`;
}

/** Shows images, and only the names of other files. */
function attachmentsPart(attachments: StoredAttachment[]): Markup {
  return html`<section>
  <h2>Attachments</h2>
  ${attachments.map(({ filename, type, base64 }) =>
    /^image\/(webp|png|jpeg|gif)$/.test(type)
      ? html`<figure><img src="data:${type};base64,${base64}" alt="${filename}"><figcaption>${filename}</figcaption></figure>`
      : html`<p>${filename}</p>`,
  )}
</section>`;
}

function time(instant: string): Markup {
  const utc = `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
  return html`<time datetime="${instant}">${utc}</time>`;
}

/** The layout and script that all pages of the mailbox share. */
function framed(title: string, body: Markup): Markup {
  return page(title, style, html`${body}<script>${raw(script)}</script>`);
}
