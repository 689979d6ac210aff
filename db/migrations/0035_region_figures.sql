-- Figures of each village, so that the start page reads no register: what a village has is counted beside people, and a village that changed since is
-- marked by whoever changed it and counted live until then.
create table region_figure (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  figures jsonb not null,
  "updateTime" timestamptz not null,
  primary key ("countyCode", "tenantId", "regionCode")
);
comment on table region_figure is '@dist 村级统计';
create index region_figure_region on region_figure ("tenantId", "regionCode");
call protect('region_figure', 'tenant');

create table region_stale (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  n bigint not null,
  primary key ("countyCode", "tenantId", "regionCode")
);
comment on table region_stale is '@dist 待统计的村';
create index region_stale_region on region_stale ("tenantId", "regionCode");
call protect('region_stale', 'tenant');

insert into region_stale ("countyCode", "tenantId", "regionCode", n)
select distinct "countyCode", "tenantId", left("regionCode", 12), 1 from (
  select "countyCode", "tenantId", "regionCode" from fbf union all
  select "countyCode", "tenantId", "regionCode" from cbf union all
  select "countyCode", "tenantId", "regionCode" from jtcy union all
  select "countyCode", "tenantId", "regionCode" from dk union all
  select "countyCode", "tenantId", "regionCode" from cbht union all
  select "countyCode", "tenantId", "regionCode" from cbjyqz
) r where "regionCode" is not null;
