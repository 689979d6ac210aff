-- Messages leave by several providers, by mail and by robots; some numbers want none.
alter table sms add column "appId" varchar(60), add column "fallbackOrder" integer, add column "dailyQuota" integer;
alter table sms_history add column "channel" varchar(40), add column "providerCode" varchar(60), add column "dueTime" timestamptz, add column "receiptTime" timestamptz,
  add column "once" varchar(120);
alter table sms_history alter column "phone" type varchar(100);
update sms_history set "channel" = 'sms';
create unique index "sms_history_once_key" on "sms_history" ("tenantId", "once");
create index "sms_history_provider" on "sms_history" ("tenantId", "providerCode", "providerId");
create index "sms_history_due" on "sms_history" ("dueTime") where "dueTime" is not null;

create table "message_outlet" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "category" varchar(40),
  "outletCode" varchar(60),
  "endpoint" varchar(500),
  "account" varchar(128),
  "sender" varchar(100),
  "isEnabled" smallint,
  "remark" varchar(255),
  primary key (id)
);
comment on table "message_outlet" is '@ref 邮件与机器人';
create unique index "message_outlet_outletCode_key" on "message_outlet" ("tenantId", "outletCode");
call protect('message_outlet', 'tenant');

create table "sms_opt_out" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "phone" varchar(20),
  "phoneHash" varchar(64),
  "reason" varchar(100),
  primary key (id)
);
comment on table "sms_opt_out" is '@ref 短信退订';
create unique index "sms_opt_out_phoneHash_key" on "sms_opt_out" ("tenantId", "phoneHash");
call protect('sms_opt_out', 'tenant');

-- How many messages a provider was given on a day.
create table sms_use (
  "tenantId" varchar(12) collate "C" not null,
  code varchar(60) not null,
  day date not null,
  n integer not null,
  primary key ("tenantId", code, day)
);
comment on table sms_use is '@ref 短信服务商每日用量';
call protect('sms_use', 'tenant');

-- the live channel looks at what its people have open
create index record_presence_mine on record_presence ("tenantId", "userId");

-- What of a person's messages leaves the house, by what and when; and when it did.
create table inbox_outside (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  kind varchar(12) collate "C" not null,
  channel varchar(12) collate "C" not null,
  primary key ("tenantId", "userId", kind, channel)
);
comment on table inbox_outside is '@local 消息外部渠道';
call protect('inbox_outside', 'tenant');

create table inbox_times (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "quietFrom" smallint not null,
  "quietTo" smallint not null,
  "digestHour" smallint,
  "digestDay" date,
  primary key ("tenantId", "userId")
);
comment on table inbox_times is '@local 消息外部提醒时间';
call protect('inbox_times', 'tenant');
alter table inbox_message add column "outsideTime" timestamptz;

-- Who is away from when to when, and who does his tasks meanwhile.
create table work_absence (
  "tenantId" varchar(12) collate "C" not null,
  id bigint not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "delegateId" bigint not null references sys_user (id) on delete cascade,
  "fromDay" date not null,
  "toDay" date not null,
  kinds varchar(400) not null,
  reason varchar(200) not null,
  "createTime" timestamptz not null,
  "endTime" timestamptz,
  primary key ("tenantId", id)
);
comment on table work_absence is '@ref 外出委托';
create index work_absence_user on work_absence ("tenantId", "userId", "toDay");
create index work_absence_delegate on work_absence ("tenantId", "delegateId", "toDay");
create index work_absence_day on work_absence ("fromDay");
call protect('work_absence', 'tenant');

-- The private address under which a person's calendar is read: its hash, one a person.
create table calendar_feed (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  hash varchar(64) collate "C" not null,
  "createTime" timestamptz not null,
  primary key ("tenantId", "userId")
);
comment on table calendar_feed is '@ref 日历订阅';
create unique index calendar_feed_hash on calendar_feed (hash);
call protect('calendar_feed', 'tenant');
