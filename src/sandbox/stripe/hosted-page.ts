// The layout of the pages that Stripe hosts.
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { type Markup, page } from "../page.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 28rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; }
.demo { border-inline-start: 4px solid #b45309; padding-inline-start: 0.75rem; }
.amount { font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0; }
.problem { border: 1px solid #b91c1c; border-radius: 0.5rem; padding: 0.75rem; }
label, input, button { display: block; inline-size: 100%; box-sizing: border-box; font: inherit; }
input, button { padding: 0.75rem; margin-block: 0.5rem; border-radius: 0.5rem; border: 1px solid #6b7280; }
button { border-color: #1c5b40; background: #1c5b40; color: #fff; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: inherit; }
:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
`;

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** A complete page with the given body, which `html` has already escaped. */
export function hostedPage(title: string, body: Markup): Markup {
  return page(
    title,
    STYLE,
    html`<header class="demo">${title}: nothing here is real, and no money moves.</header>
<main>${body}</main>`,
  );
}

/** Forbids scripts, external content, embedding and caching. */
export function hostedPageHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.header(
      "content-security-policy",
      `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    c.header("cache-control", "no-store");
  };
}
