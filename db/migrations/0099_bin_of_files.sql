-- The bin: removed files lie in it for thirty days.
create table "attach_bin" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "attachId" varchar(19),
  "name" varchar(255),
  "attachSize" integer,
  "businessId" bigint,
  "businessItem" varchar(64),
  "remover" varchar(50),
  "removedTime" timestamptz,
  "ossName" varchar(120),
  "content" jsonb,
  primary key ("countyCode", id)
);
comment on table "attach_bin" is '@dist 附件回收站';
create unique index "attach_bin_attachId_key" on "attach_bin" ("countyCode", "tenantId", "attachId");
create index "attach_bin_region" on "attach_bin" ("tenantId", "regionCode", id);
create index "attach_bin_business" on "attach_bin" ("tenantId", "businessId", id);
create index "attach_bin_oss" on "attach_bin" ("ossName");
call protect('attach_bin', 'tenant');

