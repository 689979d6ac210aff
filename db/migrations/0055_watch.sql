-- The watch keeps what breaks a rule, how healthy each issuer was by day, and its runs. Assumes nothing of rows that stand: the first run looks at all of them.
create table "watch_finding" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "rule" varchar(40),
  "severity" varchar(40),
  "kind" varchar(40),
  "objectId" varchar(19),
  "objectCode" varchar(64) collate "C",
  "fbfbm" varchar(14) collate "C",
  "detail" varchar(254),
  "firstSeen" timestamptz,
  "lastSeen" timestamptz,
  "isOpen" smallint,
  "closedTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "watch_finding" is '@dist 监测发现';
create unique index "watch_finding_rule_objectId_key" on "watch_finding" ("countyCode", "tenantId", "rule", "objectId");
create index "watch_finding_region" on "watch_finding" ("tenantId", "regionCode", id);
create index watch_finding_object on watch_finding ("countyCode", "tenantId", kind, "objectId") where "isOpen" = 1;
create index watch_finding_code on watch_finding ("tenantId", "objectCode", id);
create index watch_finding_issuer on watch_finding ("countyCode", "tenantId", fbfbm) where "isOpen" = 1;
create index watch_finding_open on watch_finding ("tenantId", "isOpen", severity, "regionCode", id);
call protect('watch_finding', 'tenant');

create table "watch_health" (
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
  "day" date,
  "objects" integer,
  "errors" integer,
  "warnings" integer,
  primary key ("countyCode", id)
);
comment on table "watch_health" is '@dist 监测健康度';
create unique index "watch_health_fbfbm_day_key" on "watch_health" ("countyCode", "tenantId", "fbfbm", "day");
create index "watch_health_region" on "watch_health" ("tenantId", "regionCode", id);
call protect('watch_health', 'tenant');

create table "watch_run" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "jobId" varchar(19),
  "mode" varchar(8),
  "since" timestamptz,
  "begun" timestamptz,
  "ended" timestamptz,
  "looked" integer,
  "found" integer,
  "closed" integer,
  "place" jsonb,
  "villages" jsonb,
  primary key ("countyCode", id)
);
comment on table "watch_run" is '@dist 监测运行';
create unique index "watch_run_jobId_key" on "watch_run" ("countyCode", "tenantId", "jobId");
create index "watch_run_region" on "watch_run" ("tenantId", "regionCode", id);
call protect('watch_run', 'tenant');

-- lines by parcel, shares too; what changed since a moment; one contract in two signings
create index cbdkxx_parcel on cbdkxx ("countyCode", "tenantId", dkbm) where qszt = '1';
create index jtcy_changed on jtcy ("tenantId", "updateTime", id);
create index business_changed on business ("tenantId", "updateTime", id);
create index contract_file_cbhtbm on contract_file ("countyCode", "tenantId", cbhtbm);
