-- People and households of villages in figures, counted once a night: who is how old and whose number stands twice is read from all members of a county.
create table region_population (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  figure varchar(20) collate "C" not null,
  n bigint not null,
  "countTime" timestamptz not null,
  primary key ("countyCode", "tenantId", "regionCode", figure)
);
comment on table region_population is '@dist 村级人口统计';
create index region_population_region on region_population ("tenantId", "regionCode") include (figure, n, "countTime");
call protect('region_population', 'tenant');

-- The book of contracted land reads the lines that began or ended between two days; what packages brought is kept by village, day and package.
create index cbdkxx_began on cbdkxx ("countyCode", "tenantId", "regFrom") where "causeKind" is distinct from 'import';
create index cbdkxx_v_began on cbdkxx_v ("countyCode", "tenantId", "regFrom") where "validTo" = 'infinity' and "causeKind" is distinct from 'import';
create index cbdkxx_v_ended on cbdkxx_v ("countyCode", "tenantId", "regTo") where "validTo" = 'infinity';
insert into region_stale ("countyCode", "tenantId", "regionCode", n) select "countyCode", "tenantId", "regionCode", 1 from region_figure
  on conflict ("countyCode", "tenantId", "regionCode") do update set n = region_stale.n + 1;
