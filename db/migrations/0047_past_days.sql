-- Boundary points, lines and their parcels have the two clocks of the register (docs/adr/0016, 0021): a parcel's boundary as of a day is that of the day.
-- What databases of before are taken to mean: all of it was believed since it was written, and is true as long as the first of its parcels has been.

alter table "dk_jz" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "jzd" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "jzx" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
update dk_jz t set "validFrom" = t."updateTime", why = 'import', "causeKind" = 'import', "regFrom" = coalesce(x.d, (t."updateTime" at time zone 'Asia/Shanghai')::date)
  from dk_jz l left join (select "countyCode", "tenantId", dkbm as k, min("regFrom") as d from
      (select "countyCode", "tenantId", dkbm, "regFrom" from dk union all select "countyCode", "tenantId", dkbm, "regFrom" from dk_v) p group by 1, 2, 3) x
    on x."countyCode" = l."countyCode" and x."tenantId" = l."tenantId" and x.k = l.dkbm
  where l."countyCode" = t."countyCode" and l.id = t.id;
update jzd t set "validFrom" = t."updateTime", why = 'import', "causeKind" = 'import', "regFrom" = coalesce(x.d, (t."updateTime" at time zone 'Asia/Shanghai')::date)
  from jzd j left join (select "countyCode", "jzId" as k, min("regFrom") as d from dk_jz group by 1, 2) x on x."countyCode" = j."countyCode" and x.k = j.id
  where j."countyCode" = t."countyCode" and j.id = t.id;
update jzx t set "validFrom" = t."updateTime", why = 'import', "causeKind" = 'import', "regFrom" = coalesce(x.d, (t."updateTime" at time zone 'Asia/Shanghai')::date)
  from jzx j left join (select "countyCode", "jzId" as k, min("regFrom") as d from dk_jz group by 1, 2) x on x."countyCode" = j."countyCode" and x.k = j.id
  where j."countyCode" = t."countyCode" and j.id = t.id;
alter table "dk_jz" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "jzd" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "jzx" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;

create table "jzd_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "jzdh" varchar(10),
  "jzdxh" integer,
  "jzdlx" varchar(40),
  "jblx" varchar(40),
  "xzbz" varchar(16),
  "yzbz" varchar(16),
  "dkbm" varchar(254),
  "validFrom" timestamptz not null,
  "regFrom" date not null,
  "why" varchar(12) not null,
  "causeKind" varchar(12) not null,
  "causeId" bigint,
  "validTo" timestamptz not null,
  "regTo" date not null,
  "closedBy" bigint,
  primary key ("countyCode", id, "validFrom", "regFrom")
);
create table "jzx_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "jzxh" varchar(10),
  "qjzdh" varchar(10),
  "zjzdh" varchar(10),
  "jxxz" varchar(40),
  "jzxlb" varchar(40),
  "jzxwz" varchar(40),
  "jzxsm" varchar(254),
  "pldwqlr" varchar(100),
  "pldwzjr" varchar(100),
  "dkbm" varchar(254),
  "lines" jsonb,
  "validFrom" timestamptz not null,
  "regFrom" date not null,
  "why" varchar(12) not null,
  "causeKind" varchar(12) not null,
  "causeId" bigint,
  "validTo" timestamptz not null,
  "regTo" date not null,
  "closedBy" bigint,
  primary key ("countyCode", id, "validFrom", "regFrom")
);
create table "dk_jz_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "dkbm" varchar(19) collate "C",
  "kind" varchar(1),
  "jzId" bigint,
  "validFrom" timestamptz not null,
  "regFrom" date not null,
  "why" varchar(12) not null,
  "causeKind" varchar(12) not null,
  "causeId" bigint,
  "validTo" timestamptz not null,
  "regTo" date not null,
  "closedBy" bigint,
  primary key ("countyCode", id, "validFrom", "regFrom")
);
comment on table "dk_jz_v" is '@dist 地块界址关系（版本）';
alter table "dk_jz_v" add constraint "dk_jz_v_believed" check ("validFrom" < "validTo"), add constraint "dk_jz_v_true" check ("regFrom" < "regTo");
create unique index "dk_jz_v_one" on "dk_jz_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
call protect('dk_jz_v', 'tenant');
comment on table "jzd_v" is '@dist 界址点（版本）';
alter table "jzd_v" add constraint "jzd_v_believed" check ("validFrom" < "validTo"), add constraint "jzd_v_true" check ("regFrom" < "regTo");
create unique index "jzd_v_one" on "jzd_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
call protect('jzd_v', 'tenant');
comment on table "jzx_v" is '@dist 界址线（版本）';
alter table "jzx_v" add constraint "jzx_v_believed" check ("validFrom" < "validTo"), add constraint "jzx_v_true" check ("regFrom" < "regTo");
create unique index "jzx_v_one" on "jzx_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
call protect('jzx_v', 'tenant');

create index dk_jz_jz on dk_jz ("countyCode", "jzId");
create index dk_jz_v_region on dk_jz_v ("tenantId", "regionCode", id) where "validTo" = 'infinity';
create index dk_jz_v_dkbm on dk_jz_v ("countyCode", "tenantId", dkbm, kind, "jzId");
create index jzd_v_region on jzd_v ("tenantId", "regionCode", fbfbm, jzdxh, id) where "validTo" = 'infinity';
create index jzd_v_fbfbm on jzd_v ("tenantId", fbfbm, jzdxh, id);
create index jzx_v_region on jzx_v ("tenantId", "regionCode", fbfbm, jzxh, id) where "validTo" = 'infinity';
create index jzx_v_fbfbm on jzx_v ("tenantId", fbfbm, jzxh, id);

-- numbers of points and lines are never given again
insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
  select "countyCode", "tenantId", 'jzd', fbfbm, max(jzdxh) from jzd where fbfbm is not null and jzdxh is not null group by 1, 2, 4;
insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
  select "countyCode", "tenantId", 'jzx', fbfbm, max(jzxh::int) from jzx where fbfbm is not null and jzxh ~ '^[0-9]{1,9}$' group by 1, 2, 4;

-- what a cause drew is found by it when it is taken back
create index dk_jz_cause on dk_jz ("countyCode", "causeId") where "causeId" is not null;
create index dk_jz_v_cause on dk_jz_v ("countyCode", "causeId") where "causeId" is not null;
create index dk_jz_v_closed on dk_jz_v ("countyCode", "closedBy") where "closedBy" is not null;

-- Figures of a past day (docs/adr/0022): by how much five measures of a village change on a day of the register; their sums up to a day are its figures.
create table region_figure_day (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(12) collate "C" not null,
  day date not null,
  fbf integer not null,
  cbf integer not null,
  dkc integer not null,
  cbht integer not null,
  "htArea" numeric(15,2) not null,
  primary key ("countyCode", "tenantId", "regionCode", day)
);
comment on table region_figure_day is '@dist 村级统计按日变化';
create index region_figure_day_region on region_figure_day ("tenantId", "regionCode", day);
call protect('region_figure_day', 'tenant');
-- all villages are counted anew
insert into region_stale ("countyCode", "tenantId", "regionCode", n) select "countyCode", "tenantId", "regionCode", 1 from region_figure
  on conflict ("countyCode", "tenantId", "regionCode") do update set n = region_stale.n + 1;
