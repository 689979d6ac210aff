-- Restrictions are entered and ended by hand by two persons, known with the moment of their end, and turn by themselves on a day; circulation contracts are
-- entered, registered and ended. Assumes that a note or restriction of before ended when its row was last changed, and that imported circulation contracts
-- are registered: each stands as a restriction on its parcels, its book and its contractor for its own days.
alter table restriction alter column kind type varchar(40), alter column "causeKind" type varchar(40), alter column "endCauseKind" type varchar(40);
alter table restriction add column "endTime" timestamptz, add column "turnDay" date;
alter table djb_note add column "endTime" timestamptz;
update restriction set "endTime" = "updateTime" where "endDay" is not null;
create index restriction_turn on restriction ("turnDay", "tenantId", "countyCode", id) where "turnDay" is not null;
create index restriction_end_cause on restriction ("countyCode", "tenantId", "endCauseId");
create index djb_note_cause on djb_note ("countyCode", "tenantId", "causeId");

create table "restriction_request" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "deed" varchar(40),
  "kind" varchar(40),
  "objectCode" varchar(19) collate "C",
  "fromDay" date,
  "toDay" date,
  "paperNo" varchar(100),
  "reason" varchar(500),
  "ref" varchar(64),
  "status" varchar(40),
  "proposer" varchar(50),
  "checker" varchar(50),
  "checkTime" timestamptz,
  "opinion" varchar(500),
  primary key ("countyCode", id)
);
comment on table "restriction_request" is '@dist 限制办理';
create index "restriction_request_region" on "restriction_request" ("tenantId", "regionCode", id);
create index restriction_request_ref on restriction_request ("countyCode", "tenantId", ref);
call protect('restriction_request', 'tenant');

alter table lzht add column "status" varchar(40), add column "parcels" jsonb, add column "enteredBy" varchar(50), add column "checker" varchar(50),
  add column "checkTime" timestamptz, add column "endDay" date, add column "endWords" varchar(500);
update lzht z set status = '1',
  parcels = (select jsonb_agg(distinct l.dkbm) from cbdkxx l where l."countyCode" = z."countyCode" and l."tenantId" = z."tenantId" and l.lzhtbm = z.lzhtbm);
insert into restriction ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode",
  ref, kind, dkbm, cbjyqzbm, cbfbm, "fromDay", "toDay", words, "causeKind", "turnDay")
select z."countyCode", x.id, z."tenantId", z."createUser", z."createTime", z."updateUser", z."updateTime", 1, z."regionCode",
  z.lzhtbm, 'lz', x.dkbm, x.book, x.cbfbm, z.lzqxksrq, z.lzqxjsrq, '流转合同', 'import',
  case when z.lzqxksrq > z."createTime"::date then z.lzqxksrq else z.lzqxjsrq + 1 end
from lzht z cross join lateral (
  select z.id, null as dkbm, z.cbhtbm as book, z.cbfbm
  union all select min(l.id), l.dkbm, null, null from cbdkxx l
    where l."countyCode" = z."countyCode" and l."tenantId" = z."tenantId" and l.lzhtbm = z.lzhtbm group by l.dkbm) x
where z.lzqxksrq is not null and z.lzqxjsrq is not null and z.lzhtbm is not null;
