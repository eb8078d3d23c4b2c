import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { queryClient } from "#lib/client/query-client.ts";

it("the query cache on the server contains nothing from another person's page", () => {
  const render = (attended: boolean) =>
    new QueryObserver(queryClient, {
      queryKey: ["course-classes", "crs_1"],
      queryFn: () => ({ attended }),
      initialData: { attended },
    }).getCurrentResult().data;
  expect(render(true)).toEqual({ attended: true });
  expect(render(false)).toEqual({ attended: false });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
