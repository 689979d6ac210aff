-- What the province is told of every finished business, in a chain a county, and partners that are told of events.
create table "access_config" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "regionCode" varchar(14) collate "C",
  "url" varchar(500),
  "senderCode" varchar(32),
  "algorithm" varchar(40),
  "businessTag" varchar(40),
  "parcelTag" varchar(40),
  "isEnabled" smallint,
  "remark" varchar(254),
  primary key (id)
);
comment on table "access_config" is '@ref 上报配置';
call protect('access_config', 'tenant');

create table "webhook" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "name" varchar(100),
  "url" varchar(500),
  "events" varchar(300),
  "regionCode" varchar(14) collate "C",
  "isEnabled" smallint,
  "remark" varchar(254),
  primary key (id)
);
comment on table "webhook" is '@ref 事件订阅';
call protect('webhook', 'tenant');

create table access_message (
  "countyCode" varchar(6) collate "C" not null,
  id bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessId" bigint not null,
  "businessCode" varchar(40) not null,
  "businessTypeCode" varchar(40) not null,
  kind varchar(3) not null,
  seq integer not null,
  former varchar(40) not null,
  guid varchar(36) not null,
  day date not null,
  "knownAt" varchar(30) not null,
  status varchar(1) not null,
  "answerCode" varchar(10),
  answer varchar(1000),
  tries integer not null,
  "createTime" timestamptz not null,
  "sentTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table access_message is '@dist 上报报文';
-- one place in the chain of a county for each business, and one business for each place
create unique index access_message_seq on access_message ("countyCode", "tenantId", seq);
create unique index access_message_business on access_message ("countyCode", "tenantId", "businessId");
create index access_message_region on access_message ("tenantId", "regionCode", id);
create index access_message_code on access_message ("tenantId", "businessCode", id);
create index access_message_status on access_message ("tenantId", status, id);
create index access_message_day on access_message ("tenantId", day, seq);
call protect('access_message', 'tenant');
