/**
 * Starts the longest test files first, so that none of them runs alone at the end. Vitest starts with
 * the largest files unless it knows how long they took, which it doesn't in a new checkout.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that mostly wait for processes. `npm test` lists the slowest files. */
const longest = [
  "tests/faults/stop.test.ts",
  "tests/faults/first-start.test.ts",
  "tests/faults/kills.test.ts",
  "tests/api/demo/interruption.test.ts",
  "tests/api/enrollments/race.test.ts",
  "tests/api/seats/waiting-list-race.test.ts",
  "tests/api/demo/seed.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const index = longest.indexOf(relative(project.config.root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
