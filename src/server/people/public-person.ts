/** How much of a person strangers are told. Of minors it is less: no full name, no picture. */
import { adultAge } from "#lib/people.options.ts";

/** A person as rows name one. */
export interface NamedPerson {
  name: string;
  profileImageUrl?: string | null;
  age?: number | null;
}

/** A person as everybody may see one. */
export interface PublicPerson {
  name: string;
  profileImageUrl: string | null;
}

/** Whether somebody is known to be a minor; an age that isn't given is an adult's. */
export function isMinor({ age }: Pick<NamedPerson, "age">): boolean {
  return typeof age === "number" && age < adultAge;
}

export function toPublicPerson(person: NamedPerson): PublicPerson {
  return isMinor(person)
    ? { name: shortenName(person.name), profileImageUrl: null }
    : { name: person.name, profileImageUrl: person.profileImageUrl ?? null };
}

/** 'Hamza Iqbal' → 'Hamza I.'; a single name stays. */
function shortenName(name: string): string {
  const [first = name, ...others] = name.trim().split(/\s+/u);
  const [initial] = others.at(-1) ?? "";
  return initial ? `${first} ${initial}.` : first;
}
