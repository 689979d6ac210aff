-- Analyses of parcels and contracts count villages by more keys than before, and on past days too: by how much a key of a village changes on a day of the register.
create table region_tally_day (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  topic varchar(12) collate "C" not null,
  key varchar(60) collate "C" not null,
  day date not null,
  n bigint not null,
  area numeric(18, 2) not null,
  primary key ("countyCode", "tenantId", "regionCode", topic, key, day)
);
comment on table region_tally_day is '@dist 村级分类统计按日变化';
create index region_tally_day_topic on region_tally_day ("tenantId", topic, "regionCode", day);
call protect('region_tally_day', 'tenant');
-- a county's tallies of a topic are read from the index alone
drop index region_tally_topic;
create index region_tally_topic on region_tally ("tenantId", topic, "regionCode") include (key, n, area);
-- all villages are counted anew
insert into region_stale ("countyCode", "tenantId", "regionCode", n) select "countyCode", "tenantId", "regionCode", 1 from region_figure
  on conflict ("countyCode", "tenantId", "regionCode") do update set n = region_stale.n + 1;

-- What has ended is told from what is valid in the lists behind the numbers, and parcels by who owns the land.
create index fbf_zt on fbf ("tenantId", zt, "regionCode") where zt <> '1';
create index cbf_zt on cbf ("tenantId", zt, "regionCode") where zt <> '1';
create index dk_zt on dk ("tenantId", zt, "regionCode") where zt <> '1';
create index dk_syqxz on dk ("tenantId", syqxz, "regionCode");

-- Calls of the real-estate registry: what was sent, persons with stars, and what was answered.
create table third_log (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "createTime" timestamptz not null,
  "businessCode" varchar(40) not null,
  "businessTypeCode" varchar(40) not null,
  "regionCode" varchar(14) collate "C" not null,
  "msgId" varchar(36) not null,
  target varchar(200) not null,
  "httpStatus" integer,
  ms integer not null,
  request text not null,
  answer text not null
);
comment on table third_log is '@local 第三方日志';
create index third_log_region on third_log ("tenantId", "regionCode", id);
create index third_log_code on third_log ("tenantId", "businessCode", id);
create index third_log_message on third_log ("tenantId", "msgId");
create index third_log_time on third_log ("createTime");
call protect('third_log', 'tenant');
