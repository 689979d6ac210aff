-- Lines are looked for by their parcel (restrictions, the watch), postings by the day on which they end.
create index cbdkxx_dkbm on cbdkxx ("countyCode", "tenantId", dkbm);
create index publicity_ends on publicity ("tenantId", "endDate") where status = '1';
-- A call of the registry waits at most 25 seconds; what was set to more never waited longer.
update data_push_config set "timeoutSeconds" = 25 where "timeoutSeconds" > 25;
