-- What citizens ask, offer and book, and what is published for them.
create table "inquire" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "code" varchar(20),
  "title" varchar(100),
  "regionCode" varchar(14) collate "C" not null,
  "content" varchar(1000),
  "person" varchar(50),
  "phone" varchar(20),
  "status" varchar(40),
  "reply" varchar(500),
  "replier" varchar(50),
  "replyTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "inquire" is '@dist 咨询';
create index "inquire_region" on "inquire" ("tenantId", "regionCode", id);
call protect('inquire', 'tenant');

create table "demand" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "title" varchar(100),
  "demandType" varchar(40),
  "regionCode" varchar(14) collate "C" not null,
  "mj" numeric(15,2),
  "price" numeric(15,2),
  "untilDay" date,
  "content" varchar(1000),
  "person" varchar(50),
  "phone" varchar(20),
  "status" varchar(40),
  "opinion" varchar(254),
  "auditor" varchar(50),
  "auditTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "demand" is '@dist 流转供求';
create index "demand_region" on "demand" ("tenantId", "regionCode", id);
call protect('demand', 'tenant');

create table "reserve" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "code" varchar(20),
  "regionCode" varchar(14) collate "C" not null,
  "windowCode" varchar(14),
  "day" date,
  "slot" varchar(11),
  "matter" varchar(40),
  "person" varchar(50),
  "phone" varchar(20),
  "status" varchar(40),
  "checkInTime" timestamptz,
  "handler" varchar(50),
  "handleTime" timestamptz,
  "note" varchar(254),
  primary key ("countyCode", id)
);
comment on table "reserve" is '@dist 预约';
create index "reserve_region" on "reserve" ("tenantId", "regionCode", id);
call protect('reserve', 'tenant');

create table "reserve_slot" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "weekday" varchar(40),
  "slot" varchar(11),
  "capacity" integer,
  primary key ("countyCode", id)
);
comment on table "reserve_slot" is '@dist 预约时段';
create unique index "reserve_slot_regionCode_weekday_slot_key" on "reserve_slot" ("countyCode", "tenantId", "regionCode", "weekday", "slot");
create index "reserve_slot_region" on "reserve_slot" ("tenantId", "regionCode", id);
call protect('reserve_slot', 'tenant');

create table "policy" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "title" varchar(200),
  "policyType" varchar(40),
  "origin" varchar(100),
  "docNo" varchar(60),
  "publishDate" date,
  "content" text,
  "status" varchar(40),
  primary key (id)
);
comment on table "policy" is '@ref 政策信息';
call protect('policy', 'tenant');

create table "app_description" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "title" varchar(100),
  "type" varchar(40),
  "content" text,
  "sort" integer,
  "status" varchar(40),
  primary key (id)
);
comment on table "app_description" is '@ref 应用说明';
call protect('app_description', 'tenant');

create table "guide" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "title" varchar(100),
  "type" varchar(40),
  "content" text,
  "notice" text,
  "sort" integer,
  "status" varchar(40),
  primary key (id)
);
comment on table "guide" is '@ref 办事指南';
call protect('guide', 'tenant');


create unique index inquire_code_key on inquire ("countyCode", "tenantId", code);
create index inquire_code on inquire ("tenantId", code, id);
create index inquire_title on inquire ("tenantId", title, id);
create index inquire_person on inquire ("tenantId", person, id);
create index inquire_phone on inquire ("tenantId", phone, id);
create index inquire_status on inquire ("tenantId", status, "regionCode", id);
create index inquire_replied on inquire ("tenantId", "replyTime", id);
create index demand_type on demand ("tenantId", "demandType", "regionCode", id);
create index demand_status on demand ("tenantId", status, "regionCode", id);
create index demand_phone on demand ("tenantId", phone, id);
create unique index reserve_code_key on reserve ("countyCode", "tenantId", code);
create index reserve_code on reserve ("tenantId", code, id);
create index reserve_day on reserve ("tenantId", day, id);
create index reserve_status on reserve ("tenantId", status, "regionCode", id);
create index reserve_phone on reserve ("countyCode", "tenantId", phone, status);
create index reserve_matter on reserve ("tenantId", matter, "regionCode", id);
-- whoever holds a place has one alone
create unique index reserve_open on reserve ("countyCode", "tenantId", phone) where status in ('0', '1');

-- places taken of a time: raised only while one is left, so that no time is taken more often than it has places
create table reserve_taken (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(14) collate "C" not null,
  day date not null,
  slot varchar(11) collate "C" not null,
  taken integer not null check (taken >= 0),
  primary key ("countyCode", "tenantId", "regionCode", day, slot)
);
comment on table reserve_taken is '@dist 已约时段';
call protect('reserve_taken', 'tenant');

-- a place that somebody is just booking: it counts as taken until its time is over
create table reserve_hold (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  hash varchar(64) collate "C" not null,
  "regionCode" varchar(14) collate "C" not null,
  day date not null,
  slot varchar(11) collate "C" not null,
  until timestamptz not null,
  address varchar(64) collate "C" not null,
  primary key ("countyCode", "tenantId", hash)
);
comment on table reserve_hold is '@dist 暂留时段';
create index reserve_hold_slot on reserve_hold ("countyCode", "tenantId", "regionCode", day, slot);
create index reserve_hold_address on reserve_hold ("countyCode", "tenantId", address);
call protect('reserve_hold', 'tenant');

-- wrong answers to the question whose code this is: few in an hour
create table citizen_try (
  key varchar(64) collate "C" primary key,
  tries integer not null,
  until timestamptz not null
);
comment on table citizen_try is '@local 查询次数';
call protect('citizen_try', 'system');
