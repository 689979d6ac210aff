-- What the lists of households lack. A person of another household whom a case takes as co-owner all the same: the reason, the file that proves it, who asked and who confirmed it.
create table "business_double" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint,
  "cbfbm" varchar(18),
  "cyxm" varchar(50),
  "reason" varchar(254),
  "attachId" bigint,
  "askedBy" bigint,
  "askedName" varchar(50),
  "confirmedBy" bigint,
  "confirmedName" varchar(50),
  "confirmTime" timestamptz,
  primary key ("countyCode", "id")
);
comment on table "business_double" is '@dist 两户人员';
create index "business_double_region" on "business_double" ("tenantId", "regionCode", id);
create index business_double_business on business_double ("countyCode", "tenantId", "businessId");
call protect('business_double', 'tenant');

-- Tags that an office gives a household beside the register.
create table "cbf_tag" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "cbfbm" varchar(18) collate "C",
  "tag" varchar(40),
  primary key ("countyCode", "id")
);
comment on table "cbf_tag" is '@dist 农户标签';
create unique index "cbf_tag_cbfbm_tag_key" on "cbf_tag" ("countyCode", "tenantId", "cbfbm", "tag");
create index "cbf_tag_region" on "cbf_tag" ("tenantId", "regionCode", id);
call protect('cbf_tag', 'tenant');
