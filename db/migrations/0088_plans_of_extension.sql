-- Plans of extension: what an issuer plans, posts, votes on and has approved; what it moves between households, and its steps.
create table "making_plan" (
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
  "planName" varchar(100),
  "planYear" integer,
  "version" integer,
  "status" varchar(40),
  "mode" varchar(40),
  "roundEnd" date,
  "newTermYears" integer,
  "specialGroups" varchar(4000),
  "content" varchar(4000),
  "workGroup" jsonb,
  "publicityId" bigint,
  "meetingDate" date,
  "attendees" integer,
  "votersTotal" integer,
  "agreeCount" integer,
  "effectiveDay" date,
  "roundPlanId" bigint,
  "documentsBy" varchar(50),
  "documentsTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "making_plan" is '@dist 延包方案';
create index "making_plan_region" on "making_plan" ("tenantId", "regionCode", id);
call protect('making_plan', 'tenant');

create table "making_plan_move" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "planId" bigint,
  "fromCbfbm" varchar(18),
  "toCbfbm" varchar(18),
  "dkbm" varchar(19),
  "areaMu" numeric(15,2),
  "reason" varchar(254),
  primary key ("countyCode", id)
);
comment on table "making_plan_move" is '@dist 方案调整';
create index "making_plan_move_region" on "making_plan_move" ("tenantId", "regionCode", id);
call protect('making_plan_move', 'tenant');

create table "making_plan_step" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "planId" bigint,
  "step" varchar(40),
  "user" varchar(50),
  "time" timestamptz,
  "result" varchar(40),
  "opinion" varchar(254),
  "attachments" varchar(4000),
  primary key ("countyCode", id)
);
comment on table "making_plan_step" is '@dist 方案办理过程';
create index "making_plan_step_region" on "making_plan_step" ("tenantId", "regionCode", id);
call protect('making_plan_step', 'tenant');


-- an issuer has one plan that is under way, and one that is in force
create unique index making_plan_open on making_plan ("countyCode", "tenantId", fbfbm) where status in ('0', '1', '2', '3', '4', '6');
create unique index making_plan_effective on making_plan ("countyCode", "tenantId", fbfbm) where status = '5';
create unique index making_plan_version on making_plan ("countyCode", "tenantId", fbfbm, version);
alter table making_plan add constraint making_plan_status_known check (status in ('0', '1', '2', '3', '4', '5', '6', '7'));
create index making_plan_fbfbm on making_plan ("tenantId", fbfbm, id);
create index making_plan_status on making_plan ("tenantId", status, "regionCode", id);
create index making_plan_mode on making_plan ("tenantId", mode, "regionCode", id);
create index making_plan_year on making_plan ("tenantId", "planYear", "regionCode", id);
create index making_plan_move_plan on making_plan_move ("countyCode", "tenantId", "planId", id);
create index making_plan_move_parcel on making_plan_move ("countyCode", "tenantId", dkbm);
create index making_plan_step_plan on making_plan_step ("countyCode", "tenantId", "planId", id);
alter table making_plan_move add constraint making_plan_move_plan_fk foreign key ("countyCode", "planId") references making_plan ("countyCode", id) deferrable initially deferred;
alter table making_plan_step add constraint making_plan_step_plan_fk foreign key ("countyCode", "planId") references making_plan ("countyCode", id) deferrable initially deferred;

-- A plan that was approved on paper and whose round the register has is in force. Its papers hang on its request, whose id it shares; it says nothing of its
-- mode, for nobody entered what it moves.
insert into making_plan ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, "planName", "planYear", version,
  status, "roundEnd", "newTermYears", "effectiveDay", "roundPlanId")
select p."countyCode", p.id, p."tenantId", p."createUser", p."createTime", p."updateUser", p."updateTime", 0, p."regionCode", p.fbfbm, p."planName",
  extract(year from p."approvedDay")::int, 1, '5', p."fromDay" - 1, least(30, greatest(1, round((p."toDay" - p."fromDay" + 1) / 365.25)))::int,
  coalesce((p."checkTime" at time zone 'Asia/Shanghai')::date, p."approvedDay"), p.id
from fbf_plan p
where p.status = '1' and exists (select from fbf_round r where r."countyCode" = p."countyCode" and r."tenantId" = p."tenantId" and r.fbfbm = p.fbfbm
  and r."planId" = p.id::text)
  and not exists (select from fbf_plan o join fbf_round s on s."countyCode" = o."countyCode" and s."planId" = o.id::text
    where o."countyCode" = p."countyCode" and o."tenantId" = p."tenantId" and o.fbfbm = p.fbfbm and o.status = '1' and o.id > p.id);

-- What is posted is a case, or something else that has an id and a region.
alter table publicity add column "subjectKind" varchar(20);
alter table publicity add column "subjectId" varchar(19);
update publicity p set "subjectKind" = 'business', "subjectId" = b.id::text from business b where b."countyCode" = p."countyCode" and b.id = p."businessId";
create index publicity_subject on publicity ("countyCode", "subjectKind", "subjectId", round);
