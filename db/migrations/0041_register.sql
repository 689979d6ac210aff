-- The register's own books: entries as they were given, restrictions, notes of the running page, rounds of issuers.

create table "register_entry" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "causeKind" varchar(12),
  "causeId" varchar(64),
  "unit" varchar(100),
  "day" date,
  "registrar" varchar(50),
  "acts" jsonb,
  "counts" jsonb,
  "made" jsonb,
  "sha256" varchar(64),
  primary key ("countyCode", id)
);
comment on table "register_entry" is '@dist 入库记录';
create unique index "register_entry_unit_key" on "register_entry" ("countyCode", "tenantId", "unit");
create index "register_entry_region" on "register_entry" ("tenantId", "regionCode", id);
call protect('register_entry', 'tenant');

create table "restriction" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "ref" varchar(64),
  "kind" varchar(2),
  "dkbm" varchar(19) collate "C",
  "cbjyqzbm" varchar(19) collate "C",
  "cbfbm" varchar(18) collate "C",
  "fromDay" date,
  "toDay" date,
  "words" varchar(500),
  "causeKind" varchar(12),
  "causeId" varchar(64),
  "endDay" date,
  "endWords" varchar(500),
  "endCauseKind" varchar(12),
  "endCauseId" varchar(64),
  primary key ("countyCode", id)
);
comment on table "restriction" is '@dist 权利限制';
create index "restriction_region" on "restriction" ("tenantId", "regionCode", id);
call protect('restriction', 'tenant');

create table "djb_note" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "djbId" bigint,
  "onCode" varchar(19) collate "C",
  "djlx" varchar(40),
  "djxl" varchar(40),
  "words" varchar(500),
  "attachId" bigint,
  "noteDay" date,
  "causeKind" varchar(12),
  "causeId" varchar(64),
  primary key ("countyCode", id)
);
comment on table "djb_note" is '@dist 变动登记';
create index "djb_note_region" on "djb_note" ("tenantId", "regionCode", id);
call protect('djb_note', 'tenant');

create table "fbf_round" (
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
  "roundNo" integer,
  "fromDay" date,
  "toDay" date,
  "planId" varchar(64),
  "causeKind" varchar(12),
  "causeId" varchar(64),
  primary key ("countyCode", id)
);
comment on table "fbf_round" is '@dist 承包轮次';
create unique index "fbf_round_fbfbm_roundNo_key" on "fbf_round" ("countyCode", "tenantId", "fbfbm", "roundNo");
create index "fbf_round_region" on "fbf_round" ("tenantId", "regionCode", id);
call protect('fbf_round', 'tenant');

create index register_entry_cause on register_entry ("countyCode", "tenantId", "causeId");
create index restriction_ref on restriction ("countyCode", "tenantId", ref);
create index restriction_dkbm on restriction ("countyCode", "tenantId", dkbm);
create index restriction_cbjyqzbm on restriction ("countyCode", "tenantId", cbjyqzbm);
create index restriction_cbfbm on restriction ("countyCode", "tenantId", cbfbm);
create index djb_note_djb on djb_note ("countyCode", "djbId");
create index djb_note_on on djb_note ("countyCode", "tenantId", "onCode");
