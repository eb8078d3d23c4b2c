/** The account pages, with the server-rendered HTML and its script. */
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, vi } from "vitest";
import { startAccountPage } from "#islands/accounts/page.ts";
import { AccountForms } from "#islands/accounts/views/AccountForms.tsx";
import { followHistory } from "#lib/client/navigation.ts";

type FormProps = Partial<Parameters<typeof AccountForms>[0]>;

let stop = () => {};

afterEach(() => {
  stop();
  stop = () => {};
  document.body.replaceChildren();
});

/** The HTML of the log-in page, or of another account page. */
export const accountPageHtml = (props: FormProps = {}): string =>
  renderToStaticMarkup(<AccountForms shown="log-in" returnTo={null} {...props} />);

/** Shows an account page. Tests that use this mock the navigation. */
export function showAccountPage(props: FormProps = {}): UserEvent {
  stop();
  vi.mocked(followHistory).mockReturnValue(() => {});
  document.body.innerHTML = accountPageHtml(props);
  const root = document.querySelector<HTMLElement>("[data-account-forms]");
  if (!root) throw new Error("The page has no account forms.");
  stop = startAccountPage(root);
  return userEvent.setup();
}
