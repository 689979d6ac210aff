-- What counties make of the rules of the package checks, each change with its reason; and which finding follows from which.
create table "hjb_rule" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "rule" varchar(4),
  "severity" varchar(40),
  "threshold" varchar(12),
  "reason" varchar(500),
  primary key ("countyCode", id)
);
comment on table "hjb_rule" is '@dist 检查规则调整';
create index "hjb_rule_region" on "hjb_rule" ("tenantId", "regionCode", id);
create index "hjb_rule_rule" on "hjb_rule" ("countyCode", "tenantId", rule, id);
call protect('hjb_rule', 'tenant');

-- what was found before follows from nothing
alter table "hjb_issue" add column "causeRule" varchar(4), add column "isCause" integer default 1;
alter table "hjb_issue" alter column "isCause" drop default;
