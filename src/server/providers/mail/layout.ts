import { html, raw } from "hono/html";
import { firstNameOf } from "#lib/people/first-name.ts";
import { getDirection } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
import type { Block } from "../../markdown/markdown.ts";
import { blocksAsHtml, blocksAsText } from "./mail-blocks.ts";
import { mailFont as font } from "./mail-font.ts";

const t = getTexts("mails");

export interface MailContent {
  /** The person greeted, by first name; null if we don't know the name. */
  recipientName: string | null;
  title: string;
  /** The text that mailboxes show next to the subject. */
  preheader: string;
  /** Shown before the paragraphs. A digest of several emails shows it only once. */
  opening?: string;
  paragraphs: string[];
  /** Text that staff wrote in Markdown, below the paragraphs. */
  blocks?: readonly Block[];
  /** The main facts, as a table below the paragraphs. */
  facts?: readonly MailFact[];
  /** The main action, as a button. The link is also written out. */
  action?: { label: string; url: string };
  /** A one-time code, shown in large type, which can be selected with one tap. */
  code?: string;
  /** Further information, shown below the code and the button. */
  note?: string;
  /** The IANA zone of the times, named below the rest, and whether it is the recipient's own. */
  timeZone?: { name: string; isOwn: boolean };
  /**
   * Why the recipient gets the email, shown at the end as "You're receiving this email because …".
   * Null if the opening says so.
   */
  because: string | null;
  /** The URL that stops emails like this one, linked at the end. */
  unsubscribeUrl?: string;
  /** What the link unsubscribes from. Default: the newsletter. */
  unsubscribeFrom?: string;
  /** Set for an unconfirmed address. The email then contains no link except that of the button. */
  toStranger?: boolean;
}

export interface MailFact {
  name: string;
  value: string;
  /** Where the value leads, for example to a receipt. */
  url?: string;
}

/**
 * The inline colors are those of the light theme in `themes.css`, and these those of the dark one. Email clients with a dark theme use these rules.
 */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:600px){.card{padding:24px 20px!important}.outer{padding:16px 12px!important}}
@media (prefers-color-scheme:dark){
body,.outer{background:#121212!important}
.card{background:#1f2937!important;border-color:#544d39!important}
.title,.text,.code,.fact{color:#f3eee1!important}
.text a{color:#4ade80!important}
.quote{border-color:#544d39!important}
.facts td,.facts th{border-color:#544d39!important}
.muted,.muted a,.fact a{color:#bfb8a7!important}
.brand{color:#4ade80!important}
.code{background:#103022!important;border-color:#544d39!important}
.button{background:#22c55e!important}
.button a{color:#052e16!important}
}`;

/**
 * Renders an email as plain text and as HTML. The HTML uses tables because email clients support
 * little else, and works in light and dark themes and on phones. All strings are escaped. There are
 * no images and no tracking.
 * @throws {TypeError} if a link's URL isn't http or https.
 */
export function layout(content: MailContent): { text: string; html: string } {
  const factUrls = (content.facts ?? []).map(({ url }) => url);
  for (const url of [content.action?.url, content.unsubscribeUrl, ...factUrls]) {
    if (url !== undefined && !/^https?:$/.test(new URL(url).protocol)) {
      throw new TypeError(`An email can't link to ${url}`);
    }
  }
  return { text: textPart(content), html: htmlPart(content) };
}

function textPart(content: MailContent): string {
  const {
    title,
    code,
    action,
    note,
    unsubscribeUrl,
    toStranger,
    facts = [],
    blocks = [],
  } = content;
  const list = content.unsubscribeFrom ?? t("newsletter");
  return [
    title,
    ...paragraphsOf(content),
    ...blocksAsText(blocks),
    ...(facts.length > 0 ? [facts.map(describeFact).join("\n")] : []),
    ...(code ? [`    ${code}`] : []),
    ...(action ? [`${t("link", { label: action.label })}\n${action.url}`] : []),
    ...(note ? [note] : []),
    ...describeZoneOf(content),
    ...(content.because ? [t("reason", { because: content.because })] : []),
    [
      `-- \n${t("site", { site: site.name })}`,
      ...(toStranger ? [] : [getSupportAddress()]),
      ...(unsubscribeUrl ? [`${t("unsubscribe", { list })}: ${unsubscribeUrl}`] : []),
    ].join("\n"),
  ].join("\n\n");
}

/** The HTML of an email as it looks in one theme, regardless of the theme of the browser. */
export function showInTheme(page: string, theme: "light" | "dark"): string {
  return page
    .replace(
      "@media (prefers-color-scheme:dark)",
      theme === "dark" ? "@media all" : "@media not all",
    )
    .replaceAll("color-scheme:light dark", `color-scheme:${theme}`);
}

/** 'Receipt: K7RMQX-0042', with the link in the next line. */
export function describeFact({ name, value, url }: MailFact): string {
  const text = t("fact.named", { name, value });
  return url === undefined ? text : `${text}\n${url}`;
}

/** The greeting, such as "Assalamu alaikum Amina,". */
function greet(name: string | null | undefined): string {
  return name ? t("greeting", { name: firstNameOf(name) }) : t("greetingWithoutName");
}

function paragraphsOf({ recipientName, opening, paragraphs }: MailContent): string[] {
  return [greet(recipientName), ...(opening ? [opening] : []), ...paragraphs];
}

function describeZoneOf({ timeZone }: MailContent): string[] {
  if (!timeZone) return [];
  const zone = isolatedInRtl(nameZone(timeZone.name));
  return [t(timeZone.isOwn ? "ownZone" : "childsZone", { zone })];
}

function htmlPart(content: MailContent): string {
  const { title, preheader, code, action, note, because, unsubscribeUrl, toStranger } = content;
  const { facts = [], blocks = [] } = content;
  const list = content.unsubscribeFrom ?? t("newsletter");
  return html`<!doctype html>
<html lang="${getLanguage()}" dir="${getDirection()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body style="margin:0;padding:0;background:#f7f0e2">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>
<table role="presentation"${getDirection() === "rtl" ? raw(' dir="rtl"') : ""} width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="outer" align="center" style="padding:32px 16px;background:#f7f0e2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 4px 16px;font:700 20px/1.3 ${raw(font)};color:#1c5b40">${site.name}</td></tr>
<tr><td class="card" style="padding:32px;background:#fffdf7;border:1px solid #e5d9c1;border-radius:12px">
<h1 class="title" style="margin:0 0 16px;font:700 22px/1.35 ${raw(font)};color:#29281f">${title}</h1>
${paragraphsOf(content).map(paragraph)}${blocksAsHtml(blocks)}${facts.length > 0 ? factTable(facts) : ""}${code ? codeBlock(code) : ""}${action ? button(action) : ""}${note ? noteBelow(note) : ""}${describeZoneOf(content).map(noteBelow)}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;font:400 13px/1.6 ${raw(font)};color:#5f5b4d">
${because ? html`${t("reason", { because })}<br>` : ""}${t("site", { site: site.name })}.${toStranger ? "" : html` ${raw(questions())}`}
${unsubscribeUrl ? html`<br><a href="${unsubscribeUrl}" style="color:#5f5b4d">${t("unsubscribe", { list })}</a>` : ""}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.toString();
}

const questions = (): string =>
  t.html("questions", {
    email: getSupportAddress(),
    link: (text) => link(`mailto:${getSupportAddress()}`, text),
  });

/** @param text is HTML. */
const link = (url: string, text: string): string =>
  html`<a href="${url}" style="color:#5f5b4d">${raw(text)}</a>`.toString();

function paragraph(text: string) {
  return html`<p class="text" style="margin:0 0 16px;font:400 16px/1.6 ${raw(font)};color:#29281f;overflow-wrap:anywhere;white-space:pre-line">${text}</p>
`;
}

function factTable(facts: readonly MailFact[]) {
  const cell = `padding:10px 0;border-top:1px solid #e5d9c1;vertical-align:top;text-align:${getDirection() === "rtl" ? "right" : "left"}`;
  return html`<table class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-collapse:collapse">
${facts.map(
  ({ name, value, url }) => html`<tr>
<th class="muted" scope="row" style="${raw(cell)};width:36%;padding-inline-end:12px;font:400 14px/1.5 ${raw(font)};color:#5f5b4d">${name}</th>
<td class="fact" style="${raw(cell)};font:600 15px/1.5 ${raw(font)};color:#29281f;overflow-wrap:anywhere">${url === undefined ? value : html`<a href="${url}" style="color:#1c5b40">${value}</a>`}</td>
</tr>
`,
)}</table>
`;
}

function noteBelow(text: string) {
  return html`<p class="muted" style="margin:20px 0 0;font:400 14px/1.6 ${raw(font)};color:#5f5b4d;overflow-wrap:anywhere">${text}</p>
`;
}

function codeBlock(code: string) {
  return html`<p class="code" style="margin:8px 0;padding:16px;border:1px solid #e5d9c1;border-radius:8px;background:#f7f0e2;text-align:center;font:700 30px/1.2 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:6px;color:#29281f;-webkit-user-select:all;user-select:all">${code}</p>
`;
}

function button({ label, url }: { label: string; url: string }) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 20px"><tr>
<td class="button" style="border-radius:8px;background:#1c5b40"><a href="${url}" style="display:inline-block;padding:14px 24px;font:600 16px/1 ${raw(font)};color:#ffffff;text-decoration:none">${label}</a></td>
</tr></table>
<p class="muted" style="margin:0;font:400 13px/1.6 ${raw(font)};color:#5f5b4d;overflow-wrap:anywhere">${raw(t.html("orOpen", { url, link: (text) => link(url, text) }))}</p>
`;
}
