/** Loads `cheap-argon2.ts` wherever `@node-rs/argon2` is imported. */
import { registerHooks } from "node:module";

const cheap = new URL("./cheap-argon2.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@node-rs/argon2" && context.parentURL !== cheap
      ? { url: cheap, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});
