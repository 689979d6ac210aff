-- Stored files. The bytes lie under DATA_DIR/files by random name; the row is the truth about who may read them.

create table "attach" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "name" varchar(255),
  "ossName" varchar(120),
  "extension" varchar(20),
  "contentType" varchar(100),
  "attachSize" integer,
  "sha256" varchar(64),
  "businessId" bigint,
  "businessItem" varchar(64),
  "locked" integer,
  primary key ("countyCode", id)
);
comment on table "attach" is '@dist 附件';
create index "attach_region" on "attach" ("tenantId", "regionCode", id);
call protect('attach', 'tenant');
create index attach_business on attach ("tenantId", "businessId", "businessItem", id);
