-- The survey of the extension without network: what collectors bring back, item by item, and the devices on which they took households along.
create table "field_item" (
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
  "state" varchar(40),
  "kind" varchar(40),
  "cbfmc" varchar(50),
  "cbfbm" varchar(18) collate "C",
  "collector" varchar(50),
  "deviceTime" timestamptz,
  "arrivedTime" timestamptz,
  "why" varchar(254),
  "decidedBy" varchar(50),
  "decidedTime" timestamptz,
  "decision" varchar(254),
  "itemId" varchar(36),
  "deviceId" varchar(36),
  "attachId" bigint,
  "content" jsonb,
  "base" jsonb,
  "differences" jsonb,
  primary key ("countyCode", id)
);
comment on table "field_item" is '@dist 外业采集';
create unique index "field_item_itemId_key" on "field_item" ("countyCode", "tenantId", "itemId");
create index "field_item_region" on "field_item" ("tenantId", "regionCode", id);
call protect('field_item', 'tenant');
create index "field_item_state" on "field_item" ("tenantId", "countyCode", state, id);
create index "field_item_household" on "field_item" ("countyCode", "tenantId", cbfbm);
create index "field_item_arrived" on "field_item" ("tenantId", "countyCode", "arrivedTime");

create table "field_device" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "person" varchar(50),
  "deviceName" varchar(100),
  "state" varchar(40),
  "fbfmc" varchar(100),
  "fbfbm" varchar(14) collate "C",
  "takenTime" timestamptz,
  "contactTime" timestamptz,
  "revokedTime" timestamptz,
  "revokedBy" varchar(50),
  "reason" varchar(254),
  "wipedTime" timestamptz,
  "deviceId" varchar(36),
  "userId" varchar(19),
  "households" jsonb,
  primary key ("countyCode", id)
);
comment on table "field_device" is '@dist 采集设备';
create unique index "field_device_deviceId_fbfbm_userId_key" on "field_device" ("countyCode", "tenantId", "deviceId", "fbfbm", "userId");
create index "field_device_region" on "field_device" ("tenantId", "regionCode", id);
call protect('field_device', 'tenant');
-- a device looks in without a session, in whatever tenant it was registered
create index "field_device_number" on "field_device" ("countyCode", "deviceId");
