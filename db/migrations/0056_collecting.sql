-- Which papers of households are collected where, by whom and until when; issuers are asked how many cases of theirs run. Assumes that nobody kept such a
-- plan here before: papers themselves stay attachments of their household.
create table "collect_task" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "kinds" varchar(200),
  "collector" varchar(50),
  "fromDay" date,
  "toDay" date,
  "remark" varchar(254),
  primary key ("countyCode", id)
);
comment on table "collect_task" is '@dist 附件采集任务';
create index "collect_task_region" on "collect_task" ("tenantId", "regionCode", id);
create index collect_task_made on collect_task ("tenantId", "createTime", id);
create index collect_task_changed on collect_task ("tenantId", "updateTime", id);
create unique index collect_task_key on collect_task ("countyCode", "tenantId", "regionCode");
call protect('collect_task', 'tenant');

create index business_fbfbm on business ("countyCode", "tenantId", fbfbm);
