-- Repairs that were proposed for a package and those that were accepted; borders of regions that a package had taken over, with what they were; who surveyed what a finding is about.
create table "hjb_repair" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "infoId" bigint,
  "sort" integer,
  "kind" varchar(10),
  "layer" varchar(20),
  "row" integer,
  "object" varchar(100),
  "field" varchar(60),
  "was" varchar(500),
  "becomes" varchar(500),
  "accepted" integer,
  primary key ("countyCode", id)
);
comment on table "hjb_repair" is '@dist 修复建议';
create index "hjb_repair_region" on "hjb_repair" ("tenantId", "regionCode", id);
create index "hjb_repair_info" on "hjb_repair" ("countyCode", "infoId", sort);
call protect('hjb_repair', 'tenant');

create table "hjb_border" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "infoId" bigint,
  "code" varchar(14),
  "was" jsonb,
  "wasPlace" jsonb,
  "becomes" jsonb,
  "returnTime" varchar(19),
  primary key ("countyCode", id)
);
comment on table "hjb_border" is '@dist 界线调整';
create index "hjb_border_region" on "hjb_border" ("tenantId", "regionCode", id);
create index "hjb_border_code" on "hjb_border" ("countyCode", "tenantId", code, id);
create index "hjb_border_info" on "hjb_border" ("countyCode", "infoId", code);
call protect('hjb_border', 'tenant');

alter table "hjb_issue" add column "surveyor" varchar(50);
