/** Queries for the connections of a teacher's accounts at meeting services. */
import { queryOptions } from "../client/query-client.ts";
import { type CheckedStatus, fetchServiceStatus } from "./connections.calls.ts";
import { type MeetingService, meetingServices } from "./meeting-services.ts";

/** A service with the status of the teacher's account there. */
export type Connection = CheckedStatus & { service: MeetingService };

/** The connections to all services. A teacher is connected to at most one of them. */
export const connectionsOptions = () =>
  queryOptions({
    queryKey: ["meetings", "connections"],
    queryFn: (): Promise<Connection[]> =>
      Promise.all(
        meetingServices.map(async (service) => ({
          service,
          ...(await fetchServiceStatus(service)),
        })),
      ),
  });
