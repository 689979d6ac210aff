-- Numbers of rows and areas by key for each village: what contracts, certificates and collective land are counted by. A county's figures are added up from
-- them; they were read from all of its contracts. Villages are counted in the background, as region_figure is.
create table region_tally (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  topic varchar(12) collate "C" not null,
  key varchar(60) collate "C" not null,
  n bigint not null,
  area numeric(18, 2) not null,
  primary key ("countyCode", "tenantId", "regionCode", topic, key)
);
comment on table region_tally is '@dist 村级分类统计';
create index region_tally_topic on region_tally ("tenantId", topic, "regionCode");
call protect('region_tally', 'tenant');
insert into region_stale ("countyCode", "tenantId", "regionCode", n) select "countyCode", "tenantId", "regionCode", 1 from region_figure
  on conflict ("countyCode", "tenantId", "regionCode") do nothing;

-- And where their parcels lie, in degrees: a map of a county says how many there are without reading them.
create table region_box (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  primary key ("countyCode", "tenantId", "regionCode")
);
comment on table region_box is '@dist 村级地块范围';
create index region_box_region on region_box ("tenantId", "regionCode");
call protect('region_box', 'tenant');
