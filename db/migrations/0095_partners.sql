-- What became of every finished business at the real-estate registry, kept when the outbox has forgotten it; and how its calls went.
create table push_state (
  "countyCode" varchar(6) collate "C" not null,
  "businessId" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessCode" varchar(40) not null,
  status varchar(1) not null,
  version integer not null,
  "knownAt" varchar(30),
  "msgId" varchar(36),
  reason varchar(1000),
  fault varchar(20),
  tries integer not null,
  bytes integer,
  ms integer,
  "updateTime" timestamptz not null,
  "arriveTime" timestamptz,
  primary key ("countyCode", "businessId")
);
comment on table push_state is '@dist 推送状态';
create index push_state_region on push_state ("tenantId", "regionCode", status);
call protect('push_state', 'tenant');
insert into push_state ("countyCode", "businessId", "tenantId", "regionCode", "businessCode", status, version, "knownAt", "msgId", reason, fault, tries, bytes, ms,
    "updateTime", "arriveTime")
  select left(o.payload ->> 'regionCode', 6), o.key::bigint, o."tenantId", o.payload ->> 'regionCode', coalesce(o.payload ->> 'businessCode', ''),
    case when o."doneTime" is null then case when o."parkTime" is not null then '3' else '0' end
      when o.error is not null then '4' when o.payload ->> 'untold' is not null then '5' else '2' end,
    1, null, null, o.error, null, o.attempts, null, null, o."createTime",
    case when o."doneTime" is not null and o.error is null and o.payload ->> 'untold' is null then o."doneTime" end
  from (select distinct on ("tenantId", key) * from outbox where topic = 'business.push' and key ~ '^[0-9]{1,19}$' order by "tenantId", key, id desc) o
  on conflict do nothing;

alter table third_log add column bytes integer not null default 0, add column fault varchar(20);

alter table data_push_config add column "retryMinutes" varchar(100);
alter table empower add column "regionCode" varchar(14) collate "C", add column "dailyQuota" integer, add column "isSandbox" smallint;

-- How often an application called on a day.
create table open_use (
  "tenantId" varchar(12) collate "C" not null,
  "appId" varchar(16) collate "C" not null,
  day date not null,
  calls integer not null,
  primary key ("tenantId", "appId", day)
);
comment on table open_use is '@ref 开放接口调用次数';
call protect('open_use', 'tenant');

-- What the registry tells of books that are here, and what of it a person must decide.
create table "registry_notice" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "msgId" varchar(64),
  "kind" varchar(40),
  "objectCode" varchar(19),
  "businessCode" varchar(20),
  "ref" varchar(40),
  "fromDay" date,
  "toDay" date,
  "content" varchar(500),
  "bdcqzh" varchar(100),
  "bdcdyh" varchar(28),
  "status" varchar(40),
  "reason" varchar(500),
  "appName" varchar(100),
  "handler" varchar(50),
  "handleTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "registry_notice" is '@dist 登记机构通知';
create unique index "registry_notice_msgId_key" on "registry_notice" ("countyCode", "tenantId", "msgId");
create index "registry_notice_region" on "registry_notice" ("tenantId", "regionCode", id);
create index "registry_notice_kind" on "registry_notice" ("tenantId", kind, "regionCode", id);
create index "registry_notice_status" on "registry_notice" ("tenantId", status, "regionCode", id);
create index "registry_notice_object" on "registry_notice" ("tenantId", "objectCode", id);
create index "registry_notice_time" on "registry_notice" ("tenantId", "createTime", id);
call protect('registry_notice', 'tenant');
