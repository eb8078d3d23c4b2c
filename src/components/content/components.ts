/** Components that editors can use in MDX without imports. See CONTRIBUTING.md for examples. */
import type { contentComponentNames } from "../../content/schema.ts";
import ContactForm from "../contact/ContactForm.astro";
import Action from "./Action.astro";
import Actions from "./Actions.astro";
import Arabic from "./Arabic.astro";
import Callout from "./Callout.astro";
import Card from "./Card.astro";
import CardRow from "./CardRow.astro";
import Claims from "./Claims.astro";
import ContentLink from "./ContentLink.astro";
import Faq from "./Faq.astro";
import HoldTime from "./HoldTime.astro";
import Imprint from "./Imprint.astro";
import JoinTime from "./JoinTime.astro";
import Person from "./Person.astro";
import PlatformFee from "./PlatformFee.astro";
import Quote from "./Quote.astro";
import Stat from "./Stat.astro";
import Steps from "./Steps.astro";
import SupportEmail from "./SupportEmail.astro";

export const contentComponents = {
  a: ContentLink,
  Action,
  Actions,
  Arabic,
  Callout,
  Card,
  CardRow,
  Claims,
  ContactForm,
  Faq,
  HoldTime,
  Imprint,
  JoinTime,
  Person,
  PlatformFee,
  Quote,
  Stat,
  Steps,
  SupportEmail,
} satisfies Record<(typeof contentComponentNames)[number] | "a", unknown>;
