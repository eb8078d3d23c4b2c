import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { DisconnectService, describeAccount } from "#islands/meetings/shared/DisconnectService.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { connectionsOptions } from "#lib/meetings/connections.queries.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

interface MeetingServiceCardProps {
  service: MeetingService;
  onDone: (message: string) => void;
}

/** A teacher's connection to the service, with a link to connect and a button to disconnect. */
export function MeetingServiceCard({ service, onDone }: MeetingServiceCardProps) {
  const { id, name } = service;
  const connections = useQuery(connectionsOptions(), queryClient);
  const status = connections.data?.find((connection) => connection.service.id === id);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!status) return null;
  const { account, connected, problem, upcomingMeetings = 0 } = status;
  const hint = connected
    ? (describeAccount(account, name) ?? t("meetings.connected", { service: name }))
    : (problem ?? t("meetings.notConnected"));
  return (
    <SettingsCard title={name} hint={hint} heading={heading}>
      <div className="flex flex-wrap gap-2">
        {connected ? (
          <DisconnectService
            service={service}
            upcoming={upcomingMeetings}
            onDone={() => {
              onDone(t("meetings.disconnected", { service: name }));
              // The focused button disappears, so move the focus to the heading.
              void connections.refetch().then(() => heading.current?.focus());
            }}
          />
        ) : (
          <a
            className="btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
            href={localizePath("/dashboard/meetings")}
          >
            {t("meetings.open")}
          </a>
        )}
      </div>
    </SettingsCard>
  );
}
