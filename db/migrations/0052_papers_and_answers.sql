-- What was printed of a case and by whom is kept; an objection is answered in writing on a day, and what cannot be settled here is marked as disputed until
-- the award is known. Assumes that nothing printed or answered before was kept anywhere.
create table "business_paper" (
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
  "paper" varchar(20),
  "ofId" bigint,
  "printer" varchar(50),
  primary key ("countyCode", id)
);
comment on table "business_paper" is '@dist 业务文书打印';
create index "business_paper_region" on "business_paper" ("tenantId", "regionCode", id);
create index business_paper_business on business_paper ("countyCode", "tenantId", "businessId", id);
call protect('business_paper', 'tenant');

alter table objection add column "answerDay" date, add column "disputed" smallint, add column "arbitration" varchar(254);
