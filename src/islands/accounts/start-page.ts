/** The script of the account pages. */
import { startAccountPage } from "./page.ts";

const root = document.querySelector<HTMLElement>("[data-account-forms]");
if (root) startAccountPage(root);
