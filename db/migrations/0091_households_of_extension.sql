-- Households of the extension campaign: what a person said of them beside the register. Who is in the campaign is read from the register itself.
create table "extension_household" (
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
  "round" integer,
  "cbfbm" varchar(18) collate "C",
  "ybStatus" varchar(40),
  "ybddlx" varchar(40),
  "wish" varchar(40),
  "reasonTag" varchar(40),
  "reason" varchar(254),
  "surveyDay" date,
  "surveyor" varchar(50),
  "landNote" varchar(254),
  "survey" jsonb,
  "finishTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "extension_household" is '@dist 延包农户';
create unique index "extension_household_fbfbm_round_cbfbm_key" on "extension_household" ("countyCode", "tenantId", "fbfbm", "round", "cbfbm");
create index "extension_household_region" on "extension_household" ("tenantId", "regionCode", id);
call protect('extension_household', 'tenant');
create index extension_household_cbfbm on extension_household ("countyCode", "tenantId", cbfbm);
-- extension contracts in force, of which a campaign counts few at first and all in the end
create index cbht_extended on cbht ("tenantId", "regionCode") where qszt = '1' and htlx = '3';
-- the cases that a household's book is in
create index business_book_code on business_book ("tenantId", "regionCode", code) where "djbId" is not null;
