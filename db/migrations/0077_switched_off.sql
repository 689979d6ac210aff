-- A business type is switched off in a region by disabling its configuration there. The audit log is asked by what was done.

alter table process_config add column "offTime" timestamptz;
create index audit_event_action on audit_event ("tenantId", action, id desc);
