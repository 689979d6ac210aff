-- The next round of contracting of an issuer with its plan: one person enters it with the document, another confirms it, and the register has it.
create table "fbf_plan" (
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
  "status" varchar(40),
  "roundNo" integer,
  "fromDay" date,
  "toDay" date,
  "planName" varchar(100),
  "approvedDay" date,
  "reason" varchar(500),
  "proposer" varchar(50),
  "checker" varchar(50),
  "checkTime" timestamptz,
  "opinion" varchar(500),
  primary key ("countyCode", id)
);
comment on table "fbf_plan" is '@dist 承包轮次登记';
create index "fbf_plan_region" on "fbf_plan" ("tenantId", "regionCode", id);
create index "fbf_plan_issuer" on "fbf_plan" ("countyCode", "tenantId", "fbfbm");
call protect('fbf_plan', 'tenant');
