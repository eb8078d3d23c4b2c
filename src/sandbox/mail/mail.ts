import { type Context, Hono } from "hono";
import type { SandboxDeps } from "../deps.ts";
import type { SandboxEnv } from "../faults.ts";
import { openMailbox, type StoredMail } from "./mailbox.ts";
import { contentSecurityPolicy, mailboxPage, mailPage, missingMailPage } from "./pages.ts";
import { startSmtp } from "./smtp.ts";

export interface SandboxMail {
  routes: Hono<SandboxEnv>;
  smtpPort: number;
  close(): Promise<void>;
}

const MAILS_ON_PAGE = 200;

/** Starts the SMTP listener on loopback and returns the pages that show the received emails. */
export async function startMailbox({ config, state, faults }: SandboxDeps): Promise<SandboxMail> {
  const mailbox = openMailbox(state);
  const smtp = await startSmtp(config.smtpPort, mailbox, faults);

  const routes = new Hono<SandboxEnv>();
  routes.use("/mail/*", async (c, next) => {
    await next();
    c.header("content-security-policy", contentSecurityPolicy);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    c.header("cache-control", "no-store");
  });
  routes.get("/mail", (c) => {
    return c.html(mailboxPage(mailbox.list(recipient(c), MAILS_ON_PAGE), recipient(c)));
  });
  routes.get("/mail/newest", (c) => c.json({ id: mailbox.list(recipient(c), 1)[0]?.id ?? "" }));
  routes.get("/mail/messages", (c) => c.json(mailbox.list(recipient(c)).map(publicMail)));
  routes.get("/mail/messages/:id/attachments", (c) =>
    c.json(mailbox.attachmentsOf(c.req.param("id"))),
  );
  routes.get("/mail/messages/:id", (c) => {
    const mail = mailbox.get(c.req.param("id"));
    return mail
      ? c.html(mailPage(mail, mailbox.attachmentsOf(mail.id)))
      : c.html(missingMailPage(), 404);
  });

  return { routes, smtpPort: smtp.port, close: () => smtp.close() };
}

/** The address that the page or list is filtered by, if any. */
function recipient(c: Context): string | undefined {
  return c.req.query("to")?.trim() || undefined;
}

function publicMail({ id, to, subject, text, html, receivedAt }: StoredMail) {
  return { id, to, subject, text, html, receivedAt };
}
